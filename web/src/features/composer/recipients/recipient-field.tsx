import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBufferedText } from '../../../commands/keystroke-buffer/use-buffered-text.ts'
import { addAddresses, isAddress, readAddresses } from './addresses.ts'

/**
 * Addresses as chips. Enter, comma, Tab or leaving the field adds the typed address; Backspace removes the last one.
 */
export function RecipientField({
  label,
  values,
  newParticipants,
  onChange,
  onSend,
  autoFocus = false,
  className,
}: {
  label: string
  values: readonly string[]
  /** Addresses that are new to the conversation. */
  newParticipants: readonly string[]
  onChange: (values: string[]) => void
  /** Ctrl/Cmd+Enter, with whether Shift was held. */
  onSend: (shift: boolean) => void
  /** It then also gets what was typed before it was rendered. */
  autoFocus?: boolean
  className?: string
}) {
  const { t } = useTranslation()
  const id = useId()
  const [inputText, setInputText] = useState('')
  const invalid = values.filter((value) => !isAddress(value))

  const add = (text: string) => {
    const added = readAddresses(text)
    if (added.length > 0) onChange(addAddresses(values, added))
    setInputText('')
  }
  useBufferedText((text, enter) => (enter ? add(text) : setInputText(text)), autoFocus)
  const onKeyDown = (event: KeyboardEvent) => {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (event.nativeEvent.isComposing) return
    if (['Enter', ',', ';', ' '].includes(event.key) && inputText.trim()) {
      event.preventDefault()
      add(inputText)
    } else if (event.key === 'Enter') event.preventDefault()
    else if (event.key === 'Backspace' && inputText === '') onChange(values.slice(0, -1))
    if (isSend) onSend(event.shiftKey)
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (!text.includes('@')) return
    event.preventDefault()
    add(inputText + text)
  }

  return (
    <div className={clsx('min-w-0', className)}>
      <div
        className={clsx(
          // A long list scrolls, to leave room for the reply.
          'flex max-h-20 min-h-7 items-center gap-x-1.5 gap-y-1 overflow-y-auto text-xs',
          // A single address is truncated instead of wrapped to its own line.
          values.length > 1 && 'flex-wrap',
        )}
      >
        <label htmlFor={id} className="text-ink-3">
          {label}
        </label>
        {values.map((value) => (
          <Chip
            key={value}
            isNewParticipant={newParticipants.includes(value)}
            onRemove={() => onChange(values.filter((one) => one !== value))}
          >
            {value}
          </Chip>
        ))}
        <input
          id={id}
          type="text"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          // It is only rendered when the user opens it.
          // biome-ignore lint/a11y/noAutofocus: see above
          autoFocus={autoFocus}
          value={inputText}
          aria-invalid={invalid.length > 0 || undefined}
          aria-describedby={invalid.length > 0 ? `${id}-wrong` : undefined}
          onChange={(event) => setInputText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onBlur={() => add(inputText)}
          className="h-6 w-2 min-w-2 flex-1 rounded-sm bg-transparent outline-none focus:min-w-28 pointer-coarse:text-lg"
        />
      </div>
      {invalid.length > 0 && (
        <p id={`${id}-wrong`} role="alert" className="pb-1 text-xs text-bad">
          {t('composer.address_wrong', { address: invalid.join(', ') })}
        </p>
      )}
    </div>
  )
}

function Chip({
  children,
  isNewParticipant,
  onRemove,
}: {
  children: string
  isNewParticipant: boolean
  onRemove: () => void
}) {
  const { t } = useTranslation()
  return (
    <span
      className={clsx(
        'inline-flex h-5.5 min-w-0 max-w-full items-center rounded-full pl-2 text-xs',
        !isAddress(children)
          ? 'bg-bad-subtle text-bad'
          : isNewParticipant
            ? 'bg-warn-subtle text-warn'
            : 'bg-hover text-ink-2',
      )}
      title={isNewParticipant ? t('composer.newcomer') : undefined}
    >
      <span className="truncate">{children}</span>
      {isNewParticipant && <span className="sr-only">{t('composer.newcomer')}</span>}
      <button
        type="button"
        aria-label={t('composer.remove_recipient', { address: children })}
        onClick={onRemove}
        className="relative grid size-5.5 place-items-center rounded-full text-ink-3 before:absolute before:-inset-0.5 hover:text-ink"
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  )
}
