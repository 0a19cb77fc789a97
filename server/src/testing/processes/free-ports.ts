import { randomInt } from 'node:crypto'
import { isPortFree } from '../../db/embedded/access-file.ts'

const ports_per_worker = 1_000
/** Below the ports that the product chooses itself, and below those of outgoing connections. */
const first_port = 10_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 10) * ports_per_worker
let offset = randomInt(ports_per_worker)

/**
 * A port on which nothing listens. Each worker of the tests goes through ports of its own, so a port that a test has received
 * and that its program doesn't use yet is not given to another one.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ports_per_worker; attempt++) {
    offset = (offset + 1) % ports_per_worker
    if (await isPortFree(first_port + offset)) return first_port + offset
  }
  throw new Error('No TCP port is free on 127.0.0.1')
}

/** Two free ports, as settings of a server. */
export async function freePorts(): Promise<{ PORT: string; SMTP_RECEIVER_PORT: string }> {
  return { PORT: String(await findFreePort()), SMTP_RECEIVER_PORT: String(await findFreePort()) }
}
