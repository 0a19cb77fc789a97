import { describe, expect, test } from 'vitest'
import { openingRange, screenful } from './screenful.ts'

const message = (text_content: string) => ({ type: 'incoming' as const, text_content })
const activity = { type: 'activity' as const, text_content: 'Sam resolved the conversation' }

test('a few long emails fill a screen, and many short ones', () => {
  const long = Array.from({ length: 30 }, () => message('word '.repeat(2000)))
  const short = Array.from({ length: 30 }, () => message('Thanks!'))
  expect(screenful(long, 800)).toBe(2)
  expect(screenful(short, 800)).toBe(11)
})

test('lines count, however short they are', () => {
  const list = Array.from({ length: 30 }, () => message('one\ntwo\nthree\nfour\nfive\nsix\nseven\neight'))
  expect(screenful(list, 800)).toBe(4)
})

test('activity takes a line', () => {
  expect(screenful(Array(40).fill(activity), 800)).toBe(29)
})

test('all messages, where they do not fill the screen', () => {
  expect(screenful([message('Hello'), message('Hello')], 800)).toBe(2)
  expect(screenful([], 800)).toBe(0)
})

describe('the messages of an opened thread', () => {
  const list = Array.from({ length: 30 }, (_, n) => ({ ...message('word '.repeat(2000)), uuid: `m${n}` }))

  test('end with the newest, if it opens at its end', () => {
    expect(openingRange(list, 'm0', 800)).toEqual({ from: 0, to: 3 })
    expect(openingRange(list, undefined, 800)).toEqual({ from: 0, to: 2 })
  })

  test('are a screen from the first unread one on, with two above it', () => {
    expect(openingRange(list, 'm20', 800)).toEqual({ from: 19, to: 23 })
  })

  test('fill the screen above, where those below the first unread one do not', () => {
    const short = list.map((one) => ({ ...one, text_content: 'Thanks!' }))
    expect(openingRange(short, 'm3', 800)).toEqual({ from: 0, to: 11 })
    expect(openingRange(list.slice(0, 1), 'm0', 800)).toEqual({ from: 0, to: 1 })
    expect(openingRange([], undefined, 800)).toEqual({ from: 0, to: 0 })
  })
})
