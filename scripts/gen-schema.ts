import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../server/src/db/migrate.ts'
import { startPostgres15 } from './services/postgres15.ts'

/**
 * Writes server/src/db/schema.ts from a freshly migrated database; `--check` compares instead.
 * Uses DATABASE_URL, with the right to create databases, or a throw-away server.
 */
const oneOf = (...values: string[]) => values.map((value) => `'${value}'`).join(' | ')
const defaulted = (...values: string[]) => `Generated<${oneOf(...values)}>`
const columns = {
  'ai_calls.outcome': defaulted('running', 'done', 'stopped', 'failed'),
  'ai_calls.task': oneOf('prompt', 'draft_reply', 'summarise', 'suggest_tags', 'translate', 'test'),
  'ai_providers.kind': oneOf('openai_compatible', 'anthropic'),
  'agents.availability_status': defaulted('online', 'away', 'away_manual', 'away_and_reassigning', 'offline'),
  'custom_attribute_definitions.applies_to': oneOf('contact', 'conversation'),
  'custom_attribute_definitions.data_type': oneOf('text', 'number', 'checkbox', 'date', 'link', 'list'),
  'conversations.last_message_sender': `${oneOf('agent', 'contact')} | null`,
  'conversations.status_category': oneOf('open', 'waiting', 'closed'),
  'events.actor_kind': oneOf('agent', 'api_key', 'contact', 'rule', 'system', 'operator'),
  'macros.visibility': defaulted('all', 'team', 'user'),
  'mail_deliveries.source': oneOf('imap', 'smtp', 'api'),
  'media.store': defaulted('fs', 's3'),
  'messages.content_type': defaulted('html', 'text'),
  'messages.sender_type': oneOf('agent', 'contact'),
  'messages.status': oneOf('received', 'pending', 'sending', 'sent', 'failed'),
  'messages.type': oneOf('incoming', 'outgoing', 'activity'),
  'mail_deliveries.state': defaulted('received', 'threaded', 'quarantined', 'ignored', 'erased'),
  'statuses.category': oneOf('open', 'waiting', 'closed'),
  'system_mails.status': defaulted('pending', 'sent', 'failed', 'dropped'),
  'templates.type': oneOf('email_outgoing', 'email_notification'),
  'applied_slas.reason': oneOf('team', 'rule', 'hand'),
  'applied_slas.ended_by': `${oneOf('removed', 'replaced', 'policy_deleted')} | null`,
  'sla_notices.metric': oneOf('first_response', 'next_response', 'resolution'),
  'sla_notices.type': oneOf('warning', 'breach'),
  'teams.conversation_assignment_type': defaulted('Manual', 'Round robin', 'Least busy'),
}

const server = process.env.DATABASE_URL ? undefined : await startPostgres15()
const base = process.env.DATABASE_URL ?? server?.url ?? ''
const name = `parley_schema_${randomBytes(4).toString('hex')}`
const url = new URL(base)
url.pathname = `/${name}`
const admin = new pg.Client(base)
await admin.connect()
await admin.query(`create database ${name}`)
try {
  await migrate(url.href)
  const done = spawnSync(
    'kysely-codegen',
    [
      ...['--dialect', 'postgres', '--url', url.href, '--out-file', 'server/src/db/schema.ts'],
      ...['--default-schema', 'public', '--exclude-pattern', '{*events_*,graphile_worker*,*.migrations}'],
      ...['--type-mapping', '{"int8":"number","timestamptz":"Date"}'],
      ...['--overrides', JSON.stringify({ columns })],
      ...(process.argv.includes('--check') ? ['--verify'] : []),
    ],
    { stdio: ['inherit', 'inherit', 'ignore'] }, // it warns about every override: TypeScript 7 has no parser API,
  )
  process.exitCode = done.status ?? 1
} finally {
  await admin.query(`drop database ${name}`)
  await admin.end()
  await server?.stop()
}
