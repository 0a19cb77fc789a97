import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type KnownCommand, knownCommands } from '../../commands/known-commands.ts'
import { isOwn, keysNow, takenBy, withKeys } from '../../commands/own-keys.ts'
import { groupRank } from '../../commands/palette-entries.ts'
import { matchScore } from '../../commands/palette-match.ts'
import { useMe } from '../../session/use-me.ts'
import { usePreferences } from '../../session/use-preferences.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { KeyLabels } from '../../ui/kbd.tsx'
import { Page } from '../../ui/page.tsx'
import { KeysDialog } from './keys-dialog.tsx'

/** Every command that has a key, and which; they hold in all browsers of the agent. */
export function ShortcutsPage() {
  const { t } = useTranslation()
  const own = useMe().shortcuts ?? {}
  const preferences = usePreferences()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<{ command: KnownCommand; keys?: string } | null>(null)
  const [resetting, setResetting] = useState(false)
  const shown = knownCommands.filter(
    (command) => keysNow(command, own).includes(typed.trim()) || matchScore(typed, t(command.label), '') > 0,
  )
  const groups = [...Map.groupBy(shown, ({ group }) => group)].sort(([a], [b]) => groupRank(a) - groupRank(b))
  const reset = (command: KnownCommand) =>
    // Its usual keys may be somebody else's by now: that is asked about, as with any other.
    takenBy(command.keys, command, own).length > 0
      ? setAsked({ command, keys: command.keys })
      : preferences.mutate({ shortcuts: withKeys(own, command, [command.keys]) })
  return (
    <Page
      title={t('account.shortcuts')}
      lead={t('account.shortcuts.lead')}
      actions={
        Object.keys(own).length > 0 && (
          <Button onClick={() => setResetting(true)}>{t('account.shortcuts.reset_all')}</Button>
        )
      }
    >
      <Input
        type="search"
        aria-label={t('shortcuts.search')}
        placeholder={t('shortcuts.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
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
                keys={keysNow(command, own)}
                changed={isOwn(command, own)}
                onChange={() => setAsked({ command })}
                onReset={() => reset(command)}
              />
            ))}
          </ul>
        </section>
      ))}
      {asked && <KeysDialog {...asked} own={own} onClose={() => setAsked(null)} />}
      <ConfirmDialog
        open={resetting}
        onOpenChange={setResetting}
        title={t('account.shortcuts.reset_all.title')}
        description={t('account.shortcuts.reset_all.text')}
        confirmLabel={t('account.shortcuts.reset_all')}
        busy={preferences.isPending}
        onConfirm={() => preferences.mutate({ shortcuts: {} }, { onSuccess: () => setResetting(false) })}
      />
    </Page>
  )
}

function ShortcutRow({
  command,
  keys,
  changed,
  onChange,
  onReset,
}: {
  command: KnownCommand
  keys: readonly string[]
  changed: boolean
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
          : keys.map((one, place) => (
              <span key={one} className="inline-flex items-center gap-1.5">
                {place > 0 && t('shortcuts.or')}
                <KeyLabels keys={one} />
              </span>
            ))}
      </span>
      <span className="flex shrink-0 gap-1">
        {changed && (
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
