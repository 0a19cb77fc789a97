import type { Shortcuts } from '@parley/contract/shortcuts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pressName, SEQUENCE_MS } from '../../commands/key-press.ts'
import type { KnownCommand } from '../../commands/known-commands.ts'
import { giveKeys, keysNow, refusalOf, takenBy, withKeys } from '../../commands/own-keys.ts'
import { usePreferences } from '../../session/use-preferences.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyLabels } from '../../ui/kbd.tsx'

/** Asks for the keys of a command by having them pressed: one, or two in a row. */
export function KeysDialog({
  command,
  keys: suggested = '',
  own,
  onClose,
}: {
  command: KnownCommand
  keys?: string
  own: Shortcuts
  onClose: () => void
}) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  const [keys, setKeys] = useState(suggested)
  const [missing, setMissing] = useState(false)
  const recorder = useRef<HTMLButtonElement>(null)
  const last = useRef(0)
  const refusal = keys === '' ? null : refusalOf(keys)
  const taken = keys === '' || refusal ? [] : takenBy(keys, command, own)
  const name = t(command.label)
  const keep = (shortcuts: Shortcuts) =>
    !preferences.isPending && preferences.mutate({ shortcuts }, { onSuccess: onClose })
  const save = () => {
    setMissing(keys === '')
    if (keys === '' || refusal) return recorder.current?.focus()
    keep(giveKeys(own, command, keys))
  }
  const record = (event: KeyboardEvent) => {
    // These move the focus and close the dialog, as everywhere.
    if (event.key === 'Tab' || event.key === 'Escape') return
    event.preventDefault()
    if (event.repeat) return
    const press = pressName(event.nativeEvent)
    if (!press) return
    if (press === 'enter' && keys !== '') return save()
    const follows = event.timeStamp - last.current <= SEQUENCE_MS && keys !== '' && !keys.includes(' ')
    last.current = event.timeStamp
    setMissing(false)
    setKeys(follows && !keys.includes('mod+') && !press.includes('mod+') ? `${keys} ${press}` : press)
  }
  const problem = missing
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
          {keysNow(command, own).length > 0 && (
            <Button variant="ghost" className="mr-auto" onClick={() => keep(withKeys(own, command, []))}>
              {t('account.shortcuts.remove')}
            </Button>
          )}
          <Button variant="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button variant="primary" loading={preferences.isPending} onClick={save}>
            {t(taken.length > 0 ? 'account.shortcuts.take' : 'account.shortcuts.save')}
          </Button>
        </>
      }
    >
      <button
        ref={recorder}
        type="button"
        aria-label={t('account.shortcuts.recorder')}
        aria-describedby="shortcut-said"
        onKeyDown={record}
        // A button presses itself when Space is let go.
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
        id="shortcut-said"
        role="status"
        className={problem ? 'mt-2 min-h-5 text-bad' : 'mt-2 min-h-5 text-ink-2'}
      >
        {problem ??
          (taken.length > 0 &&
            t('account.shortcuts.taken', { names: taken.map((one) => t(one.label)).join(', ') }))}
      </p>
    </Dialog>
  )
}
