// Plays games between two GTP engines, each driven by Sabaki's controller, and prints a line of JSON for each game.
//
//   usage: node games.js NUMBER PROGRAM ARGUMENT... (one program for both sides)
//
// Any refusal, disagreement of the two boards or unexpected end of an engine fails the run.
'use strict'

const {Controller} = require('@sabaki/gtp')

const [, , number, program, ...args] = process.argv
const LONGEST = 200

// The content of the answer to a command; a refusal is an error.
async function ask(engine, name, ...words) {
  const response = await engine.sendCommand({name, args: words})
  if (response.error) throw new Error(`${name} ${words.join(' ')}: ${response.content}`)
  return response.content.trim()
}

async function play(game) {
  const engines = [0, 1].map(side => new Controller(program, [...args, '--name', `side-${side}`]))
  for (const engine of engines) {
    engine.on('stderr', ({content}) => process.stderr.write(`${content}\n`))
    engine.start()
    for (const [name, ...words] of [['set_game', 'Othello'], ['boardsize', '8'], ['clear_board'], ['komi', '0']]) {
      await ask(engine, name, ...words)
    }
  }
  const names = await Promise.all(engines.map(engine => ask(engine, 'name')))
  const moves = []
  let passes = 0
  // The first move is chosen here, so that not all games are the same.
  const opening = ['F5', 'D3', 'C4', 'E6'][game % 4]
  for (let ply = 0; passes < 2 && ply < LONGEST; ply++) {
    const [mover, other] = ply % 2 === 0 ? engines : [engines[1], engines[0]]
    const colour = ply % 2 === 0 ? 'B' : 'W'
    let move = opening
    if (ply === 0) await ask(mover, 'play', colour, move)
    else move = await ask(mover, 'genmove', colour)
    await ask(other, 'play', colour, move)
    passes = move === 'PASS' ? passes + 1 : 0
    moves.push(move)
    const positions = await Promise.all(engines.map(engine => ask(engine, 'plyscope-position')))
    if (positions[0] !== positions[1]) throw new Error(`after ${moves.join(' ')}: ${positions.join(' and ')}`)
    if (game === 0 && ply % 20 === 5) {
      const analysis = await ask(mover, 'plyscope-analyze', '3')
      if (!/^move [A-H][1-8] score [+-]/.test(analysis)) throw new Error(`analysis: ${analysis}`)
      await ask(mover, 'undo')
      await ask(mover, 'play', colour, move)
    }
  }
  const scores = await Promise.all(engines.map(engine => ask(engine, 'final_score')))
  if (scores[0] !== scores[1]) throw new Error(`scores: ${scores.join(' and ')}`)
  for (const engine of engines) await engine.stop()
  process.stdout.write(`${JSON.stringify({game, names, score: scores[0], moves})}\n`)
}

async function main() {
  for (let game = 0; game < Number(number); game++) await play(game)
}

main().catch(error => {
  process.stderr.write(`${error.stack}\n`)
  process.exit(1)
})
