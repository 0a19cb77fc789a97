import type { Shortcuts } from '@parley/contract/account/keyboard-shortcuts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RemappableCommand } from '../../../commands/remappable-commands.ts'
import {
  assignmentRefusal,
  keysFor,
  listConflicts,
  reassignKeys,
  withKeys,
} from '../../../commands/shortcuts/custom-shortcuts.ts'
import { keyPressName, SEQUENCE_MS } from '../../../commands/shortcuts/key-press.ts'
import { usePreferences } from '../../../session/use-preferences.ts'
import { KeyLabels } from '../../../ui/display/kbd.tsx'
import { keyNames } from '../../../ui/display/key-names.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

/** Records a command's shortcut: one key press, or two in sequence. */
export function ShortcutDialog({
  command,
  keys: suggested = '',
  overrides,
  onClose,
}: {
  command: RemappableCommand
  keys?: string
  overrides: Shortcuts
  onClose: () => void
}) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  const [keys, setKeys] = useState(suggested)
  const [isMissing, setIsMissing] = useState(false)
  const recorder = useRef<HTMLButtonElement>(null)
  const last = useRef(0)
  const refusal = keys === '' ? null : assignmentRefusal(keys)
  const conflicts = keys === '' || refusal ? [] : listConflicts(keys, command, overrides)
  const name = t(command.label)
  const saveShortcuts = (shortcuts: Shortcuts) =>
    !preferences.isPending && preferences.mutate({ shortcuts }, { onSuccess: onClose })
  const save = () => {
    setIsMissing(keys === '')
    if (keys === '' || refusal) return recorder.current?.focus()
    saveShortcuts(reassignKeys(overrides, command, keys))
  }
  const recordKey = (event: KeyboardEvent) => {
    // These move the focus and close the dialog, as everywhere.
    if (event.key === 'Tab' || event.key === 'Escape') return
    event.preventDefault()
    if (event.repeat) return
    const press = keyPressName(event.nativeEvent)
    if (!press) return
    if (press === 'enter' && keys !== '') return save()
    const continuesSequence =
      event.timeStamp - last.current <= SEQUENCE_MS && keys !== '' && !keys.includes(' ')
    last.current = event.timeStamp
    setIsMissing(false)
    setKeys(
      continuesSequence && !keys.includes('mod+') && !press.includes('mod+') ? `${keys} ${press}` : press,
    )
  }
  const problem = isMissing
    ? t('account.shortcuts.missing')
    : refusal &&
      ('sentence' in refusal ? refusal.sentence : t('account.shortcuts.fixed', { name: t(refusal.does) }))
  return (
    <Dialog
      open
      size="sm"
      title={t('account.shortcuts.title', { name })}
      description={t('account.shortcuts.press')}
      initialFocus={recorder}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          {keysFor(command, overrides).length > 0 && (
            <Button
              variant="ghost"
              className="mr-auto"
              onClick={() => saveShortcuts(withKeys(overrides, command, []))}
            >
              {t('account.shortcuts.remove')}
            </Button>
          )}
          <Button variant="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="primary" loading={preferences.isPending} onClick={save}>
            {t(conflicts.length > 0 ? 'account.shortcuts.take' : 'account.shortcuts.save')}
          </Button>
        </>
      }
    >
      <button
        ref={recorder}
        type="button"
        aria-label={`${t('account.shortcuts.recorder')}: ${keys === '' ? t('account.shortcuts.waiting') : keyNames(keys).join(' ')}`}
        aria-describedby="shortcut-status"
        onKeyDown={recordKey}
        // A button is clicked when Space is released.
        onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
        className="grid min-h-16 w-full place-items-center rounded-md border border-dashed border-line-strong bg-surface-sunk focus:border-accent focus:border-solid"
      >
        {keys === '' ? (
          <span className="text-ink-3">{t('account.shortcuts.waiting')}</span>
        ) : (
          <KeyLabels keys={keys} />
        )}
      </button>
      <p
        id="shortcut-status"
        role="status"
        className={problem ? 'mt-2 min-h-5 text-bad' : 'mt-2 min-h-5 text-ink-2'}
      >
        {problem ??
          (conflicts.length > 0 &&
            t('account.shortcuts.taken', {
              names: conflicts.map((conflict) => t(conflict.label)).join(', '),
            }))}
      </p>
    </Dialog>
  )
}
