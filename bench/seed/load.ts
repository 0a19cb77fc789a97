import { type ConversationPlan, conversationPlanner } from './conversation-plan.ts'
import { type Copy, openCopy } from './copy-stream.ts'
import { createTimeline } from './message-timeline.ts'
import { pick, type Random } from './random.ts'
import { createTextGenerator } from './text-generator.ts'
import { firstNames, lastNames } from './vocabulary.ts'
import type { Workspace } from './workspace.ts'
import { contactEmail, conversationTables, writeConversation } from './write-conversation.ts'
import { factTables, writeFacts } from './write-facts.ts'
import { messageTables, writeMessage } from './write-message.ts'

const contactTables = {
  contacts: ['id', 'created_at', 'updated_at', 'first_name', 'last_name', 'email', 'last_active_at'],
}
const tables = { ...contactTables, ...conversationTables, ...messageTables, ...factTables }
type Table = keyof typeof tables
export const loadedTables = Object.keys(tables) as Table[] // the keys of `tables`, which Object.keys forgets

export type Size = {
  conversations: number
  contacts: number
  first_contact: number
  from: Date
  until: Date
  /** Without texts of messages, ledger of received email, thread ids and files. */
  narrow: boolean
}

/**
 * Generates all rows in one pass from the oldest conversation to the newest, into all tables at once. Returns the number of rows per table.
 */
export async function load(
  connectionString: string,
  workspace: Workspace,
  random: Random,
  size: Size,
  progress: (messages: number) => void,
): Promise<Record<string, number>> {
  const opened = await Promise.all(
    loadedTables.map(
      async (table) => [table, await openCopy(connectionString, table, tables[table])] as const,
    ),
  )
  const copies = Object.fromEntries(opened) as Record<Table, Copy> // one per key of `tables`
  const keepPace = async () => {
    for (const [, copy] of opened) await copy.drained()
  }

  for (let n = 0; n < size.contacts; n++) {
    const id = size.first_contact + n
    const name = [pick(random, firstNames), pick(random, lastNames)]
    copies.contacts.row([id, size.from, size.from, ...name, contactEmail(id), size.until])
    if (n % 1000 === 0) await keepPace()
  }

  const context = { bodies: createTextGenerator(random), random, narrow: size.narrow, ...workspace }
  const draw = conversationPlanner(random, workspace, {
    ...size,
    from: size.from.getTime(),
    until: size.until.getTime(),
  })
  const timeline = createTimeline()
  let messages = 0
  let facts = 0
  const writeUpTo = async (instant: number) => {
    for (let turn = timeline.next(instant); turn; turn = timeline.next(instant)) {
      writeMessage(copies, ++messages, turn, context)
      if (messages % 50 === 0) await keepPace()
      if (messages % 100_000 === 0) progress(messages)
    }
  }
  for (let id = 1; id <= size.conversations; id++) {
    const plan: ConversationPlan = draw(id)
    await writeUpTo(plan.messages[0].at)
    writeConversation(copies, plan, context)
    facts = writeFacts(copies, plan, facts)
    timeline.add(plan)
    if (id % 50 === 0) await keepPace()
  }
  await writeUpTo(Number.POSITIVE_INFINITY)

  const rows: Record<string, number> = {}
  for (const [table, copy] of opened) rows[table] = await copy.end()
  return rows
}
