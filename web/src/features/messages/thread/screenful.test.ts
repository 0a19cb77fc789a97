import { expect, test } from 'vitest'
import { screenful } from './screenful.ts'

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
