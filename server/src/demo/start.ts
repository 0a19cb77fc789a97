import type { ProcessingDeps } from '../features/email/filing/process-delivery.ts'
import { updateReceivingAddresses } from '../features/inboxes/receiving-address.ts'
import type { Secrets } from '../secrets.ts'
import { startOutbox } from './outbox.ts'
import { seedDemo } from './seed.ts'
import { agents, demoPassword } from './workspace/sample-data.ts'

/**
 * Environment defaults of the demo; variables that are set take precedence. Demo data is kept apart from a real
 * workspace.
 */
export const demoEnvironment = {
  PARLEY_DATA_DIR: './data-demo',
  PARLEY_ADMIN_EMAIL: agents.noor.email,
  PARLEY_ADMIN_PASSWORD: demoPassword,
}

/** Starts the demo's mail server and fills the workspace on first start. */
export async function startDemo(
  deps: Omit<ProcessingDeps, 'act'> & { announce(): void; secrets: Secrets },
  env: { data_dir: string; smtp_receiver_port: number; mail_host: string | null },
): Promise<{ welcome: string[]; stop(): Promise<void> }> {
  const outbox = await startOutbox(env.data_dir)
  await seedDemo(deps, outbox.port)
  await updateReceivingAddresses(deps.db, env.mail_host)
  return {
    welcome: [
      `Sign in as ${agents.noor.email} with ${demoPassword} (or as ${agents.mila.email}: same password)`,
      ...(env.smtp_receiver_port > 0
        ? ['Send it a mail:  npm run demo:mail -- "Does the oak lamp come in black?"']
        : []),
      `Replies stay on this machine, in ${outbox.folder}`,
    ],
    stop: outbox.stop,
  }
}
