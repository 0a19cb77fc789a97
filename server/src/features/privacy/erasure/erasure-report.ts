import { type ErasureKind, erasureKinds, type MentionKind } from '@parley/contract/privacy/privacy'
import { type ExistingBackup, listExistingBackups } from '../../../backup/backup-forecast.ts'
import { type BackupPlan, readBackupPlan } from '../../../backup/backup-plan.ts'
import { formatCount } from '../../../format-amounts.ts'
import { notFound } from '../../../http/errors.ts'
import { backupsContaining, type ErasureContext, lastRemoval, presentErasures } from './present-erasure.ts'

/** As on the screens, which a test compares. */
export const countLabels: Record<ErasureKind, string> = {
  conversations_deleted: 'Conversations deleted',
  conversations_changed: 'Conversations with others changed',
  messages_deleted: 'Messages deleted',
  messages_emptied: 'Messages emptied',
  messages_redacted: 'Messages of others redacted',
  files: 'Files deleted',
  raw_emails: 'Original emails deleted',
  tombstones: 'Hashes kept against a new import',
  contact_notes: 'Notes deleted',
  drafts: 'Drafts changed',
  webhook_deliveries: 'Webhook deliveries deleted',
  events: 'Log entries emptied',
  survey_comments: 'Survey comments deleted',
  spam_lessons: 'Lessons of the spam filter undone',
  exports: 'Exports deleted',
}

const kindNames: Record<MentionKind, string> = {
  automation_rule: 'Automation rule',
  macro: 'Macro',
  view: 'View',
  template: 'Template',
  inbox: 'Inbox (name, addresses or signature)',
  agent: 'Agent (name, address or signature)',
  team: 'Team',
  role: 'Role',
  tag: 'Tag',
  status: 'Status',
  business_hours: 'Business hours',
  sla_policy: 'SLA policy',
  custom_attribute: 'Custom attribute',
  ai_prompt: 'AI prompt',
  webhook: 'Webhook',
  retention_rule: 'Retention rule',
}

/** The report as text, without anything that identifies the person. */
export async function getErasureReport(context: ErasureContext, id: number): Promise<string> {
  const { db, backups, now } = context
  const row = await db.selectFrom('contact_erasures').selectAll().where('id', '=', id).executeTakeFirst()
  const [erasure] = row ? await presentErasures(context, [row]) : []
  if (!row || !erasure) throw notFound('Erasure')
  const { requested_at, requested_by, state, finished_at, address_hashes, counts, mentions } = erasure
  const plan = await readBackupPlan(db, backups)
  const containing = backupsContaining(row, await listExistingBackups(db, plan, now))
  return [
    `Erasure ${id}`,
    '',
    `Requested: ${requested_at} by ${requested_by}`,
    `Finished:  ${finished_at ?? (state === 'running' ? 'still running' : 'files are being removed')}`,
    '',
    'Addresses, as keyed hashes (HMAC-SHA-256):',
    ...(address_hashes.length > 0 ? address_hashes.map((hash) => `  ${hash}`) : ['  none']),
    '',
    ...erasureKinds.flatMap((kind) => (counts[kind] ? [`${countLabels[kind]}: ${counts[kind]}`] : [])),
    '',
    ...describeMentions(state, mentions),
    '',
    'Not searched: what is inside files that others attached, and inside pictures. A first name alone stays in the texts',
    'of others, except where they address the person with it.',
    '',
    ...describeBackups(containing, plan),
    '',
  ].join('\n')
}

function describeMentions(
  state: string,
  mentions: readonly { kind: MentionKind; id: number; edited: boolean }[],
): string[] {
  if (state === 'running') return ['Rules, macros and other configuration have not been searched yet.']
  if (mentions.length === 0)
    return ['No rule, macro, template, signature or other configuration names the person.']
  return [
    'Still named in configuration, which is not changed automatically. Edit it under Admin:',
    ...mentions.map(({ kind, id, edited }) => `  ${kindNames[kind]} ${id}${edited ? ', edited since' : ''}`),
  ]
}

const maxListed = 50

function describeBackups(containing: readonly ExistingBackup[], { target, schedule }: BackupPlan): string[] {
  const managed = containing.filter(({ is_managed }) => is_managed)
  const others = containing.filter(({ is_managed }) => !is_managed)
  const until = lastRemoval(managed)
  return [
    containing.length === 0
      ? 'Backups: none that Parley knows of contains the person.'
      : `Backups: ${formatCount(containing.length, 'backup')} that Parley knows of may contain the person.`,
    ...(managed.length === 0
      ? []
      : [
          until
            ? `Scheduled backups contain the person until ${until.toISOString()}, if they are made as scheduled:`
            : `Removed as newer backups replace them, but no time is known${schedule === null ? ' without a schedule' : ''}:`,
        ]),
    ...listPlaces(managed),
    ...(others.length > 0 ? ['Not removed by Parley; delete them yourself:'] : []),
    ...listPlaces(others),
    'Copies made in other ways are not known here, such as snapshots of disks or of the database server, exports, and the',
    'backups before an upgrade in the folder “backups” of the data folder.',
    target === null
      ? 'If an older backup is restored, the erasure must be repeated with the list of erasures: npm run admin -- apply-erasures FILE'
      : 'If an older backup is restored, the erasure is repeated as soon as the restored workspace goes live, from the list of erasures beside the backups.',
  ]
}

const listPlaces = (backups: readonly ExistingBackup[]): string[] => [
  ...backups
    .slice(0, maxListed)
    .map(
      ({ place, removed_at }) =>
        `  ${place}${removed_at ? ` (until ${removed_at.toISOString().slice(0, 10)})` : ''}`,
    ),
  ...(backups.length > maxListed ? [`  and ${backups.length - maxListed} more`] : []),
]
