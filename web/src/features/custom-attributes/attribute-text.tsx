import { isWebAddress, readAttribute } from '@parley/contract/attribute-values'
import type { CustomAttribute } from '@parley/contract/custom-attributes'
import { ArrowUpRight, Pencil } from 'lucide-react'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { calendarDate } from '../../format/time.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { AttributeButton } from './attribute-button.tsx'
import { AttributeRefusal } from './attribute-refusal.tsx'
import type { FieldProps } from './field-props.ts'

/** Text, number, date or link: a click turns the value into a field. Enter and leaving it save, Esc puts back what was there. */
export function AttributeText({ attribute, value, save, asked, locked }: FieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** The field loses the focus also when it is taken away; that must not save once more what Esc put back. */
  const open = useRef(false)
  const [focusBack, setFocusBack] = useState(false)

  const edit = (text: string) => {
    open.current = true
    setTyped(text)
  }
  const close = (byKey: boolean) => {
    open.current = false
    setTyped(null)
    setRefusal(null)
    setFocusBack(byKey)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: being asked is the event; the value is what it is then
  useEffect(() => {
    if (asked) edit(String(value ?? ''))
  }, [asked])
  useEffect(() => {
    if (!focusBack || typed !== null) return
    button.current?.focus()
    setFocusBack(false)
  }, [focusBack, typed])

  const submit = (field: HTMLInputElement, byKey: boolean) => {
    if (!open.current) return
    // A date that is half typed reads as empty; it must not clear what is there.
    const reading = readAttribute(attribute, field.validity.badInput ? field.value || '?' : field.value)
    if ('refusal' in reading) return setRefusal(reading.refusal)
    const text = field.value
    close(byKey)
    if (reading.value === value) return
    void save(reading.value).then((reason) => {
      if (reason === null) return
      edit(text)
      setRefusal(reason)
    })
  }

  if (typed === null)
    return (
      <Shown
        ref={button}
        attribute={attribute}
        value={value}
        locked={locked}
        onEdit={() => edit(String(value ?? ''))}
      />
    )
  return (
    <Editor
      attribute={attribute}
      initial={typed}
      refusal={refusal}
      onSubmit={submit}
      onCancel={() => close(true)}
    />
  )
}

function Editor({
  attribute,
  initial,
  refusal,
  onSubmit,
  onCancel,
}: {
  attribute: CustomAttribute
  initial: string
  refusal: string | null
  onSubmit: (field: HTMLInputElement, byKey: boolean) => void
  onCancel: () => void
}) {
  const id = useId()
  const { name, data_type, regex_hint } = attribute
  return (
    <div className="py-px">
      <div className="field h-7 px-1.25">
        <input
          // biome-ignore lint/a11y/noAutofocus: it was asked for by key or click
          autoFocus
          type={data_type === 'date' ? 'date' : 'text'}
          inputMode={({ number: 'decimal', link: 'url' } as const)[data_type as 'number' | 'link']}
          dir="auto"
          aria-label={name}
          aria-invalid={refusal !== null}
          aria-describedby={refusal === null ? undefined : id}
          placeholder={regex_hint}
          defaultValue={initial}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={(event) => onSubmit(event.currentTarget, false)}
          onKeyDown={(event) => {
            // While an input method is composing, Enter chooses a word.
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault()
              onSubmit(event.currentTarget, true)
            }
            if (event.key === 'Escape') {
              // Only the innermost thing closes.
              event.preventDefault()
              event.stopPropagation()
              onCancel()
            }
          }}
          className="h-full w-full min-w-0 bg-transparent outline-none pointer-coarse:text-lg"
        />
      </div>
      <AttributeRefusal id={id} text={refusal} />
    </div>
  )
}

function Shown({
  attribute: { name, data_type },
  value,
  locked,
  onEdit,
  ref,
}: {
  attribute: CustomAttribute
  value: FieldProps['value']
  locked: boolean
  onEdit: () => void
  ref: Ref<HTMLButtonElement>
}) {
  const { t } = useTranslation()
  const text = value === null ? null : String(value)
  // Anything but the web's own schemes would run in our page.
  if (text !== null && data_type === 'link' && isWebAddress(text))
    return (
      <div className="group/link flex min-h-7 items-center rounded-md pl-1.5 hover:bg-hover">
        <a
          href={text}
          target="_blank"
          rel="noopener noreferrer"
          title={text}
          className="flex min-w-0 flex-1 items-center gap-1 text-accent-text hover:underline"
        >
          <span className="truncate">{text.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')}</span>
          <ArrowUpRight size={14} aria-hidden />
        </a>
        <IconButton
          ref={ref}
          disabled={locked}
          size="sm"
          label={t('attributes.edit', { name })}
          onClick={onEdit}
          className="opacity-0 group-hover/link:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
        >
          <Pencil size={14} aria-hidden />
        </IconButton>
      </div>
    )
  return (
    <AttributeButton ref={ref} name={name} disabled={locked} onClick={onEdit}>
      {text !== null && data_type === 'date' ? calendarDate(text) : text}
    </AttributeButton>
  )
}
