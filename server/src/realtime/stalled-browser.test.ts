import { expect, onTestFinished, test } from 'vitest'
import { openSocket } from '../testing/web-sockets.ts'
import { cookie, type Frame, framesAbout, openCurrent, path, setUpRealtime, t } from './realtime-suite.ts'

setUpRealtime()

const megabyteOf = (text: string) => `<p>${text} ${'x'.repeat(1_000_000)}</p>`

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    t.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test('a browser that stops reading is disconnected, and receives the rest when it is back', async () => {
  const ana = await t.make.agent()
  const c = await t.make.conversation()
  const browser = await t.as(ana)
  const notesIn = (frames: Frame[]) =>
    framesAbout(frames, c)
      .filter(({ type }) => type === 'message.created')
      .map(({ object }) => /note \d+/.exec(String(object.content))?.[0])
  const [reading, stalled] = [await openCurrent(ana), await openCurrent(ana)]
  stalled.pause()
  const sent: string[] = []
  while ((await openConnections()) === 2) {
    sent.push(`note ${sent.length + 1}`)
    const message = megabyteOf(sent.at(-1) ?? '')
    expect((await browser.post(path(c, '/messages'), { message, private: true })).status).toBe(200)
    await reading.until((frames) => notesIn(frames).length === sent.length)
    // The operating system keeps some megabytes as well.
    expect(sent.length, 'megabytes kept for a browser').toBeLessThan(40)
  }
  stalled.resume()
  await stalled.untilClosed()
  const back = await openCurrent(ana, stalled.frames.at(-1)?.event_id)
  await back.until((frames) => notesIn(frames).includes(sent.at(-1)))
  expect([...notesIn(stalled.frames), ...notesIn(back.frames)]).toEqual(sent)
  expect(notesIn(reading.frames)).toEqual(sent)
})

test('browsers that stop reading while they catch up keep nobody else waiting', async () => {
  const ana = await t.make.agent()
  const c = await t.make.conversation()
  const browser = await t.as(ana)
  const first = await openCurrent(ana)
  const cursor = first.frames.at(-1)?.event_id
  first.close()
  for (let n = 1; n <= 12; n++)
    await browser.post(path(c, '/messages'), { message: megabyteOf(`note ${n}`), private: true })
  const headers = await cookie(ana)
  // More than are opened at once.
  for (let n = 0; n < 8; n++) {
    const stalled = await openSocket(t, `/ws?v=2&cursor=${cursor}`, headers)
    stalled.pause()
    onTestFinished(() => stalled.resume())
  }
  const reading = await openCurrent(ana, cursor)
  await reading.until((frames) =>
    framesAbout(frames, c).some(({ object }) => String(object.content).includes('note 12')),
  )
})
