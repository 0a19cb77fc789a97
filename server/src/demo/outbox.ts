import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

/** The sample workspace's mail server. It saves every reply as a file, so that nothing leaves the machine. */
export async function startOutbox(
  data_dir: string,
): Promise<{ port: number; folder: string; stop(): Promise<void> }> {
  const folder = join(data_dir, 'outbox')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, _session, done) {
      const file = createWriteStream(join(folder, `${randomUUID()}.eml`))
      stream
        .pipe(file)
        .on('finish', () => done())
        .on('error', done)
    },
  })
  server.on('error', () => {}) // a client that disconnects is not an error here
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    folder,
    stop: () => new Promise((closed) => server.close(() => closed())),
  }
}
