import type { Selectable } from 'kysely'
import type { DB } from '../../db/schema.ts'

export type ContactRow = Selectable<DB['contacts']>
