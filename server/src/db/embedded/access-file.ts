import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { z } from 'zod'
import { syncFolder } from '../../files/sync-folder.ts'

const accessSchema = z.object({
  port: z.int(),
  password: z.string(),
  /** Process id of the Parley that last started the server. */
  owner_pid: z.int(),
})

/** How to connect to the embedded server. Stored next to the cluster in a file only our user can read. */
export type Access = z.infer<typeof accessSchema>

export function readAccess(file: string): Access | undefined {
  return existsSync(file) ? accessSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

/** Atomic, even across a power failure: without the password no one can connect. */
export async function writeAccess(file: string, access: Access) {
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(access)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
  await syncFolder(dirname(file))
}

export const newPassword = () => randomBytes(24).toString('base64url')

/** Below the ephemeral range, so that outgoing connections don't take the port while the server is down. */
const portRange = { from: 20_000, to: 32_000 }

/** The preferred port if it is free on loopback, otherwise a random free port. */
export async function findFreePort(preferred?: number): Promise<number> {
  if (preferred && (await isPortFree(preferred))) return preferred
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(portRange.from, portRange.to)
    if (await isPortFree(port)) return port
  }
  throw new Error('No TCP port is free on 127.0.0.1')
}

export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer()
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => resolve(true))
  })
  await new Promise((resolve) => server.close(resolve))
  return free
}
