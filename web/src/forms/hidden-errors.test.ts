import { expect, test } from 'vitest'
import { findHiddenErrors, listErrors } from './hidden-errors.ts'

const required = { type: 'invalid_type', message: 'Required' }

test('lists every error of nested fields under its path, but not edit conflicts', () => {
  expect(
    listErrors({
      name: required,
      servers: [undefined, { host: { type: 'server', message: 'Unknown host' } }],
      days: { root: { type: 'custom', message: 'Add a day' } },
      emoji: { type: 'conflict', message: 'Saved: 🦉' },
    }),
  ).toEqual([
    { path: 'name', message: 'Required' },
    { path: 'servers.1.host', message: 'Unknown host' },
    { path: 'days', message: 'Add a day' },
  ])
})

test('an error whose message is not in the form is hidden', () => {
  const problems = [
    { path: 'host', message: 'Enter the mail server' },
    { path: 'password', message: 'Enter the password for mail.acme.test' },
  ]
  const none = () => false
  expect(findHiddenErrors(problems, 'Server\nEnter the\nmail server\nPort', none)).toEqual([problems[1]])
  expect(findHiddenErrors(problems, '', none)).toEqual(problems)
})

test('of two fields with the same error, the one that is not rendered is hidden', () => {
  const problems = [
    { path: 'name', message: 'Required' },
    { path: 'secret', message: 'Required' },
  ]
  const isRendered = (path: string) => path === 'name'
  expect(findHiddenErrors(problems, 'Name Required', isRendered)).toEqual([problems[1]])
  expect(findHiddenErrors(problems, 'Name Required Secret Required', isRendered)).toEqual([])
})
