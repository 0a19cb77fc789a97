import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startSmtpReceiver } from './smtp-receiver.ts'

let t: TestApp
let mail: TestMail
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  await t.make.inbox('help@acme.test')
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})

const proxyHeader = 'PROXY TCP4 192.0.2.1 10.0.0.1 40000 25\r\n'

describe.each([
  ['without a proxy', [], ''],
  ['behind a proxy', ['127.0.0.1'], proxyHeader],
])('stopping the SMTP receiver %s', (_, proxies, header) => {
  const startReceiver = () =>
    startSmtpReceiver({ ...t, store: t.files.mail }, { port: 0, host: '127.0.0.1', name: t.ehlo, proxies })

  /** A client that sends one line after the other, and collects what it receives. */
  async function openClient(port: number) {
    const socket: Socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let text = ''
    socket.on('data', (data) => (text += data)).on('error', () => {})
    const closed = once(socket, 'close')
    socket.write(header)
    const send = async (line: string, code: string) => {
      const start = text.length
      if (line) socket.write(`${line}\r\n`)
      await expect.poll(() => text.slice(start)).toMatch(new RegExp(`^${code} `, 'm'))
    }
    await send('', '220')
    await send('EHLO customer.test', '250')
    return { send, closed, text: () => text, write: (data: string) => socket.write(data) }
  }

  const beginMail = async (client: Awaited<ReturnType<typeof openClient>>) => {
    await client.send('MAIL FROM:<grace@customer.test>', '250')
    await client.send('RCPT TO:<help@acme.test>', '250')
    await client.send('DATA', '354')
    client.write('Subject: x\r\n\r\nhalf')
  }

  test('ends idle connections at once, and one that sends an email after that', async () => {
    const receiver = await startReceiver()
    const idle = await openClient(receiver.port)
    const sending = await openClient(receiver.port)
    await beginMail(sending)
    const before = (await mail.deliveries()).length
    const startedAt = performance.now()
    const stopped = receiver.stop()
    await idle.closed
    expect(idle.text()).toMatch(/^421 4\.3\.2 /m)
    expect(sending.text()).not.toMatch(/^421/m)
    await sending.send('\r\n.', '250')
    await sending.closed
    expect(sending.text()).toMatch(/^250 .*\r\n421 4\.3\.2 [^\n]*$/m)
    await stopped
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(await mail.deliveries()).toHaveLength(before + 1)
    expect(receiver.isListening()).toBe(false)
  })

  test('ends a connection whose email does not end within the limit', async () => {
    const receiver = await startReceiver()
    const slow = await openClient(receiver.port)
    await beginMail(slow)
    const startedAt = performance.now()
    await receiver.stop()
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    await slow.closed
    expect(slow.text()).toMatch(/^421 4\.3\.2 /m)
  })
})
