import { expect, test } from 'vitest'
import { cpuTime_ms } from '../testing/cpu-time.ts'
import { findSecret } from './find-secret.ts'

const x = (length: number) => 'a1B2c3D4e5'.repeat(8).slice(0, length)

test.each([
  '-----BEGIN RSA PRIVATE KEY-----',
  '-----BEGIN OPENSSH PRIVATE KEY-----',
  `AKIA${'ABCDEFGH12345678'}`,
  `ghp_${x(36)}`,
  `github_pat_${x(60)}`,
  `glpat-${x(20)}`,
  `xoxb-${x(24)}`,
  `sk_live_${x(24)}`,
  `AIza${x(35)}`,
  `sk-ant-${x(40)}`,
  `npm_${x(36)}`,
  `SG.${x(22)}.${x(43)}`,
  `eyJ${x(20)}.eyJ${x(30)}.${x(30)}`,
  'postgres://admin:s3cr3t@db.acme.example/app',
  'Your password is hunter2!x',
  'Password: Tr0ub4dor',
  'password = "correct-horse-7"',
  'PWD=abc123456',
  'The API key is 9f8e7d6c5b',
  'Your client secret: 8Xk2_pq',
  'Das Passwort lautet Sommer2026',
  'Kennwort: blau!Haus7',
  'Mot de passe : Bonjour2026',
  'La contraseña es Verano2026',
  'Senha: abc@1234',
  'Wachtwoord: Fiets2026',
])('“%s” contains a secret', (text) => {
  expect(findSecret(`<p>Hello Grace,</p><p>${text}</p>`)).not.toBeNull()
})

test.each([
  'Your password must have 10 characters.',
  'Password: required',
  'Password: ********',
  'The password is case-sensitive.',
  'Reset your password here: https://desk.acme.example/reset?t=1',
  'Password: https://desk.acme.example/reset?t=12345',
  'Please choose a new password. It expires in 24 hours.',
  'Password: <your password 1>',
  'Password: {{password1}}',
  'Send the API key to security@acme.example',
  'API key: see 1Password',
  'Your username is grace1984',
  'Order A1B2C3D4E5F6G7H8',
  'The session token expired after 30 minutes.',
  'Secret Santa: 24.12.2026',
  'https://acme.example:8080/path@v2',
  'Das Passwort ist abgelaufen.',
  'Mot de passe oublié ?',
  'skateboards-and-more-than-thirty-two-letters',
])('“%s” does not', (text) => {
  expect(findSecret(`<p>${text.replace(/</g, '&lt;').replace(/>/g, '&gt;')}</p>`)).toBeNull()
})

test('pasted code counts, quoted text does not', () => {
  expect(findSecret(`<pre><code>export TOKEN=ghp_${x(36)}</code></pre>`)).not.toBeNull()
  expect(findSecret(`<blockquote><p>Password: Tr0ub4dor</p></blockquote><p>Thanks</p>`)).toBeNull()
  expect(findSecret('<p>&gt; Password: Tr0ub4dor</p>')).toBeNull()
})

test('a long text takes linear time', () => {
  const html = `<p>${'the password and the key is what you need '.repeat(50_000)}</p>`
  expect(cpuTime_ms(() => expect(findSecret(html)).toBeNull())).toBeLessThan(3_000)
})
