import type { Db } from '../../db/pool.ts'
import { canSend, readStored } from '../system-mail/settings.ts'

/** Whether the workspace has a mail server of its own that is switched on; the invitation waits while it has none. */
export const canMailInvitations = async (db: Db): Promise<boolean> => canSend(await readStored(db))
