import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { AlarmClock, CircleDot, MailCheck, SignalHigh, Tag, UserRound, UsersRound, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Command, isAvailable } from '../../../commands/command.ts'
import { useCommands, useShortcutKey } from '../../../commands/command-registry.ts'
import { useReplayKeydowns } from '../../../commands/keystroke-buffer/keydown-replay.ts'
import { fullName, initials } from '../../../format/names.ts'
import { snoozeLabel, snoozePresets } from '../../../lib/snooze-presets.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Combobox, MultiCombobox } from '../../../ui/inputs/combobox.tsx'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../../ui/overlays/menu.tsx'
import { SnoozeDialog } from '../snooze/snooze-dialog.tsx'
import { setStatusTo, setTags, snoozeFor, snoozeUntil } from '../target/conversation-target.ts'
import { bulkCommands } from './bulk-commands.ts'
import { type BulkActions, useBulkActions } from './use-bulk-actions.ts'

const NONE = '0'
const idOf = (value: string) => (value === NONE ? null : Number(value))

/** Actions for the selected rows, below their list. */
export function BulkBar({
  rows,
  onFinished,
  onClear,
}: {
  rows: readonly ConversationListItem[]
  /** Called when they were resolved, snoozed or given to someone else. */
  onFinished?: (rows: readonly ConversationListItem[]) => void
  onClear: () => void
}) {
  const { t } = useTranslation()
  const bulk = useBulkActions(rows, onFinished)
  const [snoozing, setSnoozing] = useState(false)
  const customSnooze = () => setSnoozing(true)
  const commands = bulkCommands(bulk, { t, customSnooze, clear: onClear })
  useCommands(commands, 'above')
  useReplayKeydowns()
  const first = rows[0]
  return (
    <section
      aria-label={t('bulk.title')}
      className="fade-in flex min-h-12 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-t bg-raised px-2 py-1.5"
    >
      <div className="flex min-w-28 flex-1 items-center gap-1">
        <IconButton label={t('command.select_none')} shortcut="escape" side="top" onClick={onClear}>
          <X size={16} aria-hidden />
        </IconButton>
        <p aria-live="polite" className="min-w-0 flex-1 truncate font-medium tabular-nums">
          {t('bulk.selected', { count: rows.length })}
        </p>
      </div>
      {/* Below the count where the list is narrow. */}
      <div className="flex items-center gap-0.5">
        {bulk.can('assign_user') && <Assignee bulk={bulk} />}
        {bulk.can('assign_team') && <Team bulk={bulk} />}
        {bulk.can('set_status') && <StatusMenu bulk={bulk} />}
        {bulk.can('set_status') && <Snooze bulk={bulk} onCustom={customSnooze} />}
        {bulk.can('set_priority') && <Priority bulk={bulk} />}
        {bulk.can('add_tags') && <Tags bulk={bulk} />}
        <IconButton label={t('command.mark_read')} side="top" onClick={() => bulk.run({ type: 'mark_seen' })}>
          <MailCheck size={16} aria-hidden />
        </IconButton>
        {inBar(commands).map((command) => (
          <CommandButton key={command.id} command={command} />
        ))}
      </div>
      {first && (
        <SnoozeDialog
          conversation={first}
          open={snoozing}
          onOpenChange={setSnoozing}
          onSnooze={(until) => bulk.run(snoozeUntil(until))}
        />
      )}
    </section>
  )
}

/** In this order. */
const barCommands = [
  ...['conversation.merge', 'conversation.spam', 'conversation.not_spam'],
  ...['conversation.trash', 'conversation.restore'],
]
const inBar = (commands: readonly Command[]) =>
  barCommands.flatMap((id) => commands.filter((command) => command.id === id && isAvailable(command)))

function CommandButton({ command: { id, label, icon: Icon, run } }: { command: Command }) {
  const { t } = useTranslation()
  return (
    <IconButton label={t(label)} shortcut={useShortcutKey(id)} side="top" onClick={run}>
      {Icon && <Icon size={16} aria-hidden />}
    </IconButton>
  )
}

/** The id that all rows share, as a picker value, or null when they differ. */
function sharedId(
  rows: readonly ConversationListItem[],
  idOfRow: (row: ConversationListItem) => number | null,
) {
  const ids = new Set(rows.map((row) => String(idOfRow(row) ?? NONE)))
  const [onlyId] = ids
  return ids.size === 1 && onlyId !== undefined ? onlyId : null
}

function Assignee({ bulk }: { bulk: BulkActions }) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.assign')
  return (
    <Combobox
      label={t('command.assign')}
      placeholder={t('property.assignee.search')}
      empty={t('property.assignee.empty')}
      value={sharedId(bulk.rows, (row) => row.assigned_user_id)}
      onValueChange={(value) => bulk.run({ type: 'assign_user', assignee_id: idOf(value) })}
      items={[
        ...bulk.choices.agents.map((agent) => ({
          value: String(agent.id),
          label: fullName(agent),
          keywords: agent.email ?? '',
          icon: <Avatar name={fullName(agent)} initials={initials(agent)} src={agent.avatar_url} size="sm" />,
          detail: agent.id === bulk.me.id ? t('property.you') : undefined,
        })),
        { value: NONE, label: t('conversation.nobody') },
      ]}
      trigger={
        <IconButton label={t('command.assign')} shortcut={shortcut} side="top">
          <UserRound size={16} aria-hidden />
        </IconButton>
      }
    />
  )
}

function Team({ bulk }: { bulk: BulkActions }) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.team')
  return (
    <Combobox
      label={t('command.assign_team')}
      placeholder={t('property.team.search')}
      empty={t('property.team.empty')}
      value={sharedId(bulk.rows, (row) => row.assigned_team_id)}
      onValueChange={(value) => bulk.run({ type: 'assign_team', assignee_id: idOf(value) })}
      items={[
        ...bulk.choices.teams.map((team) => ({
          value: String(team.id),
          label: `${team.emoji ?? ''} ${team.name}`.trim(),
        })),
        { value: NONE, label: t('conversation.no_team') },
      ]}
      trigger={
        <IconButton label={t('command.assign_team')} shortcut={shortcut} side="top">
          <UsersRound size={16} aria-hidden />
        </IconButton>
      }
    />
  )
}

function StatusMenu({ bulk }: { bulk: BulkActions }) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.status')
  return (
    <Menu
      side="top"
      trigger={
        <IconButton label={t('command.status')} shortcut={shortcut} side="top">
          <CircleDot size={16} aria-hidden />
        </IconButton>
      }
    >
      {bulk.choices.statuses.map(({ id, name }) => (
        <MenuItem key={id} onClick={() => bulk.run(setStatusTo(name))}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

function Snooze({ bulk, onCustom }: { bulk: BulkActions; onCustom: () => void }) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.snooze')
  return (
    <Menu
      side="top"
      trigger={
        <IconButton label={t('command.snooze')} shortcut={shortcut} side="top">
          <AlarmClock size={16} aria-hidden />
        </IconButton>
      }
    >
      <MenuGroup label={t('snooze.for')}>
        {snoozePresets.map((minutes) => (
          <MenuItem key={minutes} onClick={() => bulk.run(snoozeFor(minutes))}>
            {snoozeLabel(minutes, t)}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuSeparator />
      <MenuItem onClick={onCustom}>{t('snooze.custom')}</MenuItem>
    </Menu>
  )
}

function Priority({ bulk }: { bulk: BulkActions }) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.priority')
  return (
    <Menu
      side="top"
      trigger={
        <IconButton label={t('command.priority')} shortcut={shortcut} side="top">
          <SignalHigh size={16} aria-hidden />
        </IconButton>
      }
    >
      {bulk.choices.priorities.map(({ id, name }) => (
        <MenuItem key={id} onClick={() => bulk.run({ type: 'set_priority', priority: name })}>
          {name}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onClick={() => bulk.run({ type: 'set_priority', priority: null })}>
        {t('conversation.no_priority')}
      </MenuItem>
    </Menu>
  )
}

/** Tags of all rows are checked; tags of some show a count. */
function Tags({ bulk }: { bulk: BulkActions }) {
  const { t } = useTranslation()
  const shortcut = useShortcutKey('conversation.tags')
  const { rows, choices } = bulk
  const countWith = (name: string) => rows.filter((row) => row.tags.includes(name)).length
  const names = choices.tags.map(({ name }) => name)
  const tagsOfAll = names.filter((name) => countWith(name) === rows.length)
  return (
    <MultiCombobox
      label={t('command.tags')}
      placeholder={t('property.tags.search')}
      empty={t('property.tags.empty')}
      values={tagsOfAll}
      onValuesChange={(values) => setTags(bulk, tagsOfAll, values)}
      items={names.map((name) => {
        const count = countWith(name)
        const detail =
          count > 0 && count < rows.length ? t('bulk.on_some', { count, total: rows.length }) : undefined
        return { value: name, label: name, detail }
      })}
      align="end"
      trigger={
        <IconButton label={t('command.tags')} shortcut={shortcut} side="top">
          <Tag size={16} aria-hidden />
        </IconButton>
      }
    />
  )
}
