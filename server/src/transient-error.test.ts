import { expect, test } from 'vitest'
import { FileStorageError, isTransient, RetryLater, transientKind } from './transient-error.ts'

const withCode = (code: string) => Object.assign(new Error('failed'), { code })

test.each([
  ['40001', 'conflict'],
  ['40P01', 'conflict'],
  ['25006', 'read_only'],
  ['53100', 'disk_full'],
  ['ENOSPC', 'disk_full'],
  ['08006', 'database'],
  ['53300', 'database'],
  ['57P01', 'database'],
  ['57P02', 'database'],
  ['57P03', 'database'],
  ['57014', 'resources'],
  ['53200', 'resources'],
  ['55P03', 'resources'],
  ['58030', 'storage'],
  ['EROFS', 'storage'],
  ['ESTALE', 'storage'],
  ['ECONNREFUSED', 'network'],
])('%s is transient: %s', (code, kind) => {
  expect(transientKind(withCode(code))).toBe(kind)
  expect(isTransient(withCode(code))).toBe(true)
})

test.each([
  '23505', // unique_violation
  '22P02', // invalid_text_representation
  '42P01', // undefined_table
  '25P02', // in_failed_sql_transaction: an earlier error was swallowed
  'ENOENT',
  'EINVAL',
])('%s is a permanent error', (code) => expect(isTransient(withCode(code))).toBe(false))

test.each([
  'Connection terminated unexpectedly',
  'Client has encountered a connection error and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
])('the driver reports a lost connection without a code: %s', (message) =>
  expect(transientKind(new Error(message))).toBe('database'),
)

test('work can request a retry itself', () => {
  expect(isTransient(new RetryLater('The mail it answers is still being read'))).toBe(true)
  expect(isTransient(new Error('The mail is broken'))).toBe(false)
  expect(isTransient('no error at all')).toBe(false)
})

test('errors of the file storage are transient, with the kind of a full disk if it is full', () => {
  expect(transientKind(new FileStorageError('S3 asks to slow down'))).toBe('storage')
  expect(transientKind(new FileStorageError('The quota is used up', { is_full: true }))).toBe('disk_full')
})
