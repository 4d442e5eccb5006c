//! Prints a firmware's sizes and a bound on its stack, from its ELF file.

use std::process::ExitCode;

use plyscope_tests::elf::{ElfError, Firmware, Frame, IndirectCall, Sizes, StackPath, StackRules};

const USAGE: &str = "usage: firmware_figures [--narrow CALLER=CALLEE,...] [--outside CALLER=BYTES] [--leave-out CALLEE] ELF
  --narrow CALLER=CALLEE,...  indirect calls in functions like CALLER call only functions like one of these
  --outside CALLER=BYTES      indirect calls in functions like CALLER call code outside of the file, such as a chip's ROM,
                              that takes so much stack
  --leave-out CALLEE          do not count calls of functions like CALLEE
Functions are given by parts of their names; each option may be given several times.";

fn main() -> ExitCode {
    let result = arguments(std::env::args().skip(1))
        .ok_or_else(|| USAGE.to_owned())
        .and_then(|(file, rules)| figures(&file, &rules));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The ELF file's name and the rules; `None` if the command line is wrong.
fn arguments(mut arguments: impl Iterator<Item = String>) -> Option<(String, StackRules)> {
    let mut rules = StackRules::new();
    let mut file = None;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--narrow" => {
                let rule = arguments.next()?;
                let (caller, callees) = rule.split_once('=')?;
                let callees: Vec<&str> = callees.split(',').filter(|c| !c.is_empty()).collect();
                rules = rules.narrow(caller, &callees);
            }
            "--outside" => {
                let rule = arguments.next()?;
                let (caller, bytes) = rule.split_once('=')?;
                rules = rules.outside(caller, bytes.parse().ok()?);
            }
            "--leave-out" => rules = rules.leave_out(&arguments.next()?),
            option if option.starts_with('-') => return None,
            _ if file.is_some() => return None,
            _ => file = Some(argument),
        }
    }
    Some((file?, rules))
}

fn figures(file: &str, rules: &StackRules) -> Result<(), String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let told = |error: ElfError| format!("{file}: {error}");
    let firmware = Firmware::read(&bytes).map_err(told)?;
    let sizes = firmware.sizes().map_err(told)?;
    print_sizes(&sizes);
    print_comparison(&firmware).map_err(told)?;
    let bound = firmware.stack_bound(rules).map_err(told)?;
    print_indirect(&bound.indirect);
    print_path("stack from reset", &bound.reset);
    for handler in &bound.handlers {
        let title = format!("handler {} (vector {})", handler.name, handler.number);
        print_path(&title, &handler.path);
    }
    if let Some(path) = &bound.hard_fault {
        print_path("hard fault (in no total)", path);
    }
    println!("\nstack, one handler at a time  {:>8}", bound.total());
    println!("  exception's frame in it     {:>8}", bound.exception_frame);
    if let Some(room) = sizes.stack_room() {
        println!("  room for the stack          {room:>8}");
    }
    Ok(())
}

/// Compares with the compiler's figures if the file has them.
fn print_comparison(firmware: &Firmware) -> Result<(), ElfError> {
    let comparison = match firmware.compare_frames() {
        Err(ElfError::NoSection(_)) => return Ok(()),
        result => result?,
    };
    println!("\nframes compared with the compiler's figures: {}", comparison.compared);
    println!("  differing: {}", comparison.differing.len());
    print_frames(&comparison.differing);
    println!("  without such a figure: {}", comparison.others.len());
    print_frames(&comparison.others);
    Ok(())
}

fn print_frames(frames: &[Frame]) {
    for frame in frames {
        let by_code = match &frame.by_code {
            Ok(bytes) => bytes.to_string(),
            Err(error) => error.to_string(),
        };
        let by_compiler = frame.by_compiler.map_or("-".to_owned(), |bytes| bytes.to_string());
        println!("    {:#010x} {}", frame.address, frame.function);
        println!("      by the compiler {by_compiler}, by the code {by_code}");
    }
}

fn print_sizes(sizes: &Sizes) {
    println!("flash          {:>8}", sizes.flash());
    println!("  vector table {:>8}", sizes.vector_table);
    println!("  text         {:>8}", sizes.text);
    println!("  rodata       {:>8}", sizes.rodata);
    println!("  data         {:>8}", sizes.data);
    println!("  other        {:>8}", sizes.other_flash);
    println!("static RAM     {:>8}", sizes.ram());
    println!("  data         {:>8}", sizes.data);
    println!("  bss          {:>8}", sizes.bss);
    println!("  uninit       {:>8}", sizes.uninit);
    println!("  other        {:>8}", sizes.other_ram);
}

fn print_path(title: &str, path: &StackPath) {
    println!("\n{title}: {} bytes", path.bytes);
    println!("     depth     frame  address     function");
    for step in &path.steps {
        println!(
            "  {:>8}  {:>8}  {:#010x}  {}",
            step.depth, step.frame, step.address, step.function
        );
    }
}

/// Indirect calls, grouped by function and targets.
fn print_indirect(calls: &[IndirectCall]) {
    println!("\nindirect calls: {}", calls.len());
    let alike = |a: &IndirectCall, b: &IndirectCall| {
        (&a.function, &a.targets, a.narrowed) == (&b.function, &b.targets, b.narrowed)
    };
    for calls in calls.chunk_by(alike) {
        let addresses: Vec<_> =
            calls.iter().map(|call| format!("{:#010x}", call.address)).collect();
        let narrowed = if calls[0].narrowed { " by a rule" } else { "" };
        println!("  {} at {}", calls[0].function, addresses.join(", "));
        println!("    one of {}{narrowed}:", calls[0].targets.len());
        for target in &calls[0].targets {
            println!("      {target}");
        }
    }
}
