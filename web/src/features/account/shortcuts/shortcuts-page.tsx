import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { matchScore } from '../../../commands/palette/fuzzy-match.ts'
import { groupRank } from '../../../commands/palette/palette-entries.ts'
import { type RemappableCommand, remappableCommands } from '../../../commands/remappable-commands.ts'
import {
  isCustomised,
  keysFor,
  listConflicts,
  withKeys,
} from '../../../commands/shortcuts/custom-shortcuts.ts'
import { useMe } from '../../../session/use-me.ts'
import { usePreferences } from '../../../session/use-preferences.ts'
import { KeyLabels } from '../../../ui/display/kbd.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { ShortcutDialog } from './shortcut-dialog.tsx'

/** All commands with a shortcut. Changes apply in all browsers of the agent. */
export function ShortcutsPage() {
  const { t } = useTranslation()
  const overrides = useMe().shortcuts ?? {}
  const preferences = usePreferences()
  const [searchText, setSearchText] = useState('')
  const [editing, setEditing] = useState<{ command: RemappableCommand; keys?: string } | null>(null)
  const [isResetting, setIsResetting] = useState(false)
  const visibleCommands = remappableCommands.filter(
    (command) =>
      keysFor(command, overrides).includes(searchText.trim()) ||
      matchScore(searchText, t(command.label), '') > 0,
  )
  const groups = [...Map.groupBy(visibleCommands, ({ group }) => group)].sort(
    ([a], [b]) => groupRank(a) - groupRank(b),
  )
  const reset = (command: RemappableCommand) =>
    // The default keys may be assigned to another command by now; the dialog then asks.
    listConflicts(command.keys, command, overrides).length > 0
      ? setEditing({ command, keys: command.keys })
      : preferences.mutate({ shortcuts: withKeys(overrides, command, [command.keys]) })
  return (
    <Page
      title={t('account.shortcuts')}
      lead={t('account.shortcuts.lead')}
      actions={
        Object.keys(overrides).length > 0 && (
          <Button onClick={() => setIsResetting(true)}>{t('account.shortcuts.reset_all')}</Button>
        )
      }
    >
      <Input
        type="search"
        aria-label={t('shortcuts.search')}
        placeholder={t('shortcuts.search')}
        value={searchText}
        onChange={(event) => setSearchText(event.target.value)}
      />
      {groups.length === 0 && (
        <p role="status" className="py-8 text-center text-ink-3">
          {t('shortcuts.empty')}
        </p>
      )}
      {groups.map(([group, commands]) => (
        <section key={group} className="mt-6">
          <h2 className="mb-1 text-xs font-medium text-ink-3">{t(group)}</h2>
          <ul aria-label={t(group)} className="border-t">
            {commands.map((command) => (
              <ShortcutRow
                key={command.id}
                command={command}
                keys={keysFor(command, overrides)}
                isCustomised={isCustomised(command, overrides)}
                onChange={() => setEditing({ command })}
                onReset={() => reset(command)}
              />
            ))}
          </ul>
        </section>
      ))}
      {editing && <ShortcutDialog {...editing} overrides={overrides} onClose={() => setEditing(null)} />}
      <ConfirmDialog
        open={isResetting}
        onOpenChange={setIsResetting}
        title={t('account.shortcuts.reset_all.title')}
        description={t('account.shortcuts.reset_all.text')}
        confirmLabel={t('account.shortcuts.reset_all')}
        busy={preferences.isPending}
        onConfirm={() => preferences.mutate({ shortcuts: {} }, { onSuccess: () => setIsResetting(false) })}
      />
    </Page>
  )
}

function ShortcutRow({
  command,
  keys,
  isCustomised,
  onChange,
  onReset,
}: {
  command: RemappableCommand
  keys: readonly string[]
  isCustomised: boolean
  onChange: () => void
  onReset: () => void
}) {
  const { t } = useTranslation()
  const name = t(command.label)
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b py-1.5">
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <span className="flex items-center gap-1.5 text-xs text-ink-3">
        {keys.length === 0
          ? t('account.shortcuts.none')
          : keys.map((shortcut, index) => (
              <span key={shortcut} className="inline-flex items-center gap-1.5">
                {index > 0 && t('shortcuts.or')}
                <KeyLabels keys={shortcut} />
              </span>
            ))}
      </span>
      <span className="flex shrink-0 gap-1">
        {isCustomised && (
          <Button
            size="sm"
            variant="ghost"
            aria-label={t('account.shortcuts.reset_named', { name })}
            onClick={onReset}
          >
            {t('account.shortcuts.reset')}
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-label={t('account.shortcuts.change_named', { name })}
          onClick={onChange}
        >
          {t('account.shortcuts.change')}
        </Button>
      </span>
    </li>
  )
}
