import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../server/src/db/migrate.ts'
import { startPostgres15 } from '../server/src/testing/processes/postgres15.ts'

/**
 * Writes server/src/db/schema.ts from a freshly migrated database; `--check` compares instead. Uses DATABASE_URL, which must allow creating
 * databases, or a temporary server.
 */
const unionOf = (...values: string[]) => values.map((value) => `'${value}'`).join(' | ')
const generatedUnion = (...values: string[]) => `Generated<${unionOf(...values)}>`
const columns = {
  'ai_calls.outcome': generatedUnion('running', 'done', 'stopped', 'failed'),
  'ai_calls.task': unionOf('prompt', 'draft_reply', 'summarise', 'suggest_tags', 'translate', 'test'),
  'ai_providers.kind': unionOf('openai_compatible', 'anthropic'),
  'agents.availability_status': generatedUnion(
    'online',
    'away',
    'away_manual',
    'away_and_reassigning',
    'offline',
  ),
  'custom_attribute_definitions.applies_to': unionOf('contact', 'conversation'),
  'custom_attribute_definitions.data_type': unionOf('text', 'number', 'checkbox', 'date', 'link', 'list'),
  'conversations.last_message_sender': `${unionOf('agent', 'contact')} | null`,
  'conversations.status_category': unionOf('open', 'waiting', 'closed'),
  'events.actor_kind': unionOf('agent', 'api_key', 'contact', 'rule', 'system', 'operator'),
  'macros.visibility': generatedUnion('all', 'team', 'user'),
  'mail_deliveries.source': unionOf('imap', 'smtp', 'api'),
  'media.store': generatedUnion('fs', 's3'),
  'scheduled_replies.history': "'all' | null",
  'scheduled_replies.on_hold_reason': `${unionOf('customer_replied', 'in_trash')} | null`,
  'messages.content_type': generatedUnion('html', 'text'),
  'messages.sender_type': unionOf('agent', 'contact'),
  'messages.status': unionOf('received', 'pending', 'sending', 'sent', 'failed'),
  'messages.type': unionOf('incoming', 'outgoing', 'activity'),
  'mail_deliveries.state': generatedUnion('received', 'threaded', 'quarantined', 'ignored', 'erased'),
  'statuses.category': unionOf('open', 'waiting', 'closed'),
  'system_mails.status': generatedUnion('pending', 'sent', 'failed', 'dropped'),
  'templates.type': unionOf('email_outgoing', 'email_notification'),
  'applied_slas.reason': unionOf('team', 'rule', 'hand'),
  'applied_slas.ended_by': `${unionOf('removed', 'replaced', 'policy_deleted')} | null`,
  'sla_notices.metric': unionOf('first_response', 'next_response', 'resolution'),
  'sla_notices.type': unionOf('warning', 'breach'),
  'teams.conversation_assignment_type': generatedUnion('Manual', 'Round robin', 'Least busy'),
}

const server = process.env.DATABASE_URL ? undefined : await startPostgres15()
const baseUrl = process.env.DATABASE_URL ?? server?.url ?? ''
const name = `parley_schema_${randomBytes(4).toString('hex')}`
const url = new URL(baseUrl)
url.pathname = `/${name}`
const admin = new pg.Client(baseUrl)
await admin.connect()
await admin.query(`create database ${name}`)
try {
  await migrate(url.href)
  const codegen = spawnSync(
    'kysely-codegen',
    [
      ...['--dialect', 'postgres', '--url', url.href, '--out-file', 'server/src/db/schema.ts'],
      ...['--default-schema', 'public', '--exclude-pattern', '{*events_*,graphile_worker*,*.migrations}'],
      ...['--type-mapping', '{"int8":"number","timestamptz":"Date"}'],
      ...['--overrides', JSON.stringify({ columns })],
      ...(process.argv.includes('--check') ? ['--verify'] : []),
    ],
    { stdio: ['inherit', 'inherit', 'ignore'] }, // it warns about every override: TypeScript 7 has no parser API
  )
  process.exitCode = codegen.status ?? 1
} finally {
  await admin.query(`drop database ${name}`)
  await admin.end()
  await server?.stop()
}
