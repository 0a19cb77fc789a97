import { systemClock } from '../../server/src/clock.ts'
import type { Db } from '../../server/src/db/pool.ts'
import { transactor } from '../../server/src/db/transaction.ts'
import { createWorkspaceIfMissing } from '../../server/src/first-start.ts'
import { hashPassword } from '../../server/src/identity/password.ts'
import { createSecrets } from '../../server/src/secrets.ts'
import { below, pick, type Random } from './random.ts'
import { firstNames, lastNames, tagNames } from './vocabulary.ts'

/** Password of every agent in a benchmark workspace. */
export const password = 'Benchmark-2026'
export const agentEmail = (n: number): string => `agent${n}@parley.example`
export const inboxAddress = (n: number): string => `inbox${n}@parley.example`

export type Workspace = {
  agents: number[]
  teams: number[]
  inboxes: number[]
  tags: number[]
  priorities: number[]
  sla_policy_id: number
}

/** 50 agents in 10 teams, 8 inboxes and the tags, created by the product's own first start and plain inserts. */
export async function makeWorkspace(db: Db, random: Random, at: Date): Promise<Workspace> {
  const act = transactor(db, systemClock, () => {})
  await createWorkspaceIfMissing(
    db,
    act,
    { admin_email: 'admin@parley.example', admin_password: password },
    createSecrets('a key for benchmarks only'),
  )
  const dates = { created_at: at, updated_at: at }
  const agents = await insertAgents(db, random, dates)
  const teams = await db
    .insertInto('teams')
    .values(numbers(10).map((n) => ({ ...dates, name: `Team ${n}` })))
    .returning('id')
    .execute()
  const inboxes = await db
    .insertInto('inboxes')
    .values(
      numbers(8).map((n) => ({
        ...dates,
        name: `Inbox ${n}`,
        from: `Inbox ${n} <${inboxAddress(n)}>`,
        address: inboxAddress(n),
      })),
    )
    .returning('id')
    .execute()
  const tags = await db
    .insertInto('tags')
    .values(tagNames.map((name) => ({ ...dates, name })))
    .returning('id')
    .execute()
  await insertTeamMembers(db, random, agents, teams)
  const priorities = await db.selectFrom('priorities').select('id').orderBy('id').execute()
  const policy = await db.selectFrom('sla_policies').select('id').executeTakeFirstOrThrow()
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  return {
    agents: ids(agents),
    teams: ids(teams),
    inboxes: ids(inboxes),
    tags: ids(tags),
    priorities: ids(priorities),
    sla_policy_id: policy.id,
  }
}

async function insertAgents(db: Db, random: Random, dates: { created_at: Date; updated_at: Date }) {
  const password_hash = await hashPassword(password)
  const agents = await db
    .insertInto('agents')
    .values(
      numbers(50).map((n) => ({
        ...dates,
        first_name: pick(random, firstNames),
        last_name: pick(random, lastNames),
        email: agentEmail(n),
        password_hash,
      })),
    )
    .returning('id')
    .execute()
  const role = await db.selectFrom('roles').select('id').where('name', '=', 'Agent').executeTakeFirstOrThrow()
  await db
    .insertInto('agent_roles')
    .values(agents.map(({ id }) => ({ agent_id: id, role_id: role.id })))
    .execute()
  return agents
}

async function insertTeamMembers(db: Db, random: Random, agents: { id: number }[], teams: { id: number }[]) {
  await db
    .insertInto('team_members')
    .values(
      agents.flatMap(({ id }, at) => {
        const first = at % teams.length
        // Every third agent belongs to a second team.
        const second = at % 3 === 0 ? [(first + 1 + below(random, teams.length - 1)) % teams.length] : []
        return [first, ...second].map((team) => ({ agent_id: id, team_id: teams[team]?.id ?? 0 }))
      }),
    )
    .execute()
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
