import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readEnv, settingNames } from './env.ts'
import { secretSettings } from './secret-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function secretFile(content: string): string {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, content)
  return path
}

const key = 'a secret key of at least 32 characters'

test.each([key, `${key}\n`, `${key}\r\n`])('a secret is read from a file: %j', (content) => {
  expect(readEnv({ PARLEY_SECRET_KEY_FILE: secretFile(content) }).secret_key).toBe(key)
})

test('every secret setting can come from a file', () => {
  const env = readEnv({
    PARLEY_SECRET_KEY_FILE: secretFile(key),
    PARLEY_ADMIN_PASSWORD_FILE: secretFile('Correct-horse-9'),
    DATABASE_URL_FILE: secretFile('postgres://p:secret@localhost/db\n'),
  })
  expect(env).toMatchObject({
    secret_key: key,
    admin_password: 'Correct-horse-9',
    database_url: 'postgres://p:secret@localhost/db',
  })
  // Each one in the list is read by the same code; this fails for a name that no setting has.
  expect(settingNames).toEqual(expect.arrayContaining([...secretSettings]))
})

test('a setting whose name says that it is secret is in the list', () => {
  // SMTP_RECEIVER_TLS_KEY names a file already.
  const secret = settingNames.filter(
    (name) => /(KEY|PASSWORD|TOKEN|SECRET|^DATABASE.*_URL)$/.test(name) && name !== 'SMTP_RECEIVER_TLS_KEY',
  )
  expect(secret.filter((name) => !secretSettings.includes(name))).toEqual([])
})

test('a setting that isn’t secret is not read from a file', () => {
  expect(readEnv({ PARLEY_ROOT_URL_FILE: secretFile('https://help.example.com') })).toEqual(readEnv({}))
})

const mistakes = (variables: Record<string, string>): string => {
  try {
    readEnv(variables)
  } catch (error) {
    return (error as Error).message
  }
  return 'No error'
}

test('a setting and its file can’t both be set', () => {
  const message = mistakes({ PARLEY_SECRET_KEY: key, PARLEY_SECRET_KEY_FILE: secretFile('another') })
  expect(message).toContain(
    '- PARLEY_SECRET_KEY and PARLEY_SECRET_KEY_FILE are both set. Remove one of them.',
  )
  expect(message).not.toContain(key)
  expect(message).not.toContain('another')
})

test('a file that can’t be used is reported with its variable and path', () => {
  const missing = join(folder, 'missing')
  const empty = secretFile('\n')
  expect(mistakes({ PARLEY_SECRET_KEY_FILE: missing, DATABASE_URL_FILE: empty, PORT: '0' })).toBe(
    [
      'Parley cannot start, because its environment has mistakes:',
      `  - DATABASE_URL_FILE is ${empty}, but that file is empty.`,
      `  - PARLEY_SECRET_KEY_FILE is ${missing}, but there is no such file.`,
      '  - PORT is "0", but must be a whole number from 1 to 65535, such as 3000.',
    ].join('\n'),
  )
  expect(mistakes({ PARLEY_SECRET_KEY_FILE: folder })).toContain('that is a folder, not a file')
})

test.skipIf(process.getuid?.() === 0)('a file that may not be read is reported', () => {
  const path = secretFile(key)
  chmodSync(path, 0)
  expect(mistakes({ PARLEY_SECRET_KEY_FILE: path })).toContain('the user that runs Parley may not read it')
})

test('an invalid secret is reported with its file, without what it holds', () => {
  const path = secretFile('hunter2')
  const message = mistakes({ PARLEY_SECRET_KEY_FILE: path, PARLEY_ADMIN_PASSWORD: 'hunter2' })
  expect(message).toContain(`- PARLEY_SECRET_KEY (in ${path}) must have at least 32 characters`)
  expect(message).not.toContain('hunter2')
})
