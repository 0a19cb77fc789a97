import { isHttpUrl, parseAttributeValue } from '@parley/contract/custom-attributes/attribute-values'
import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import { ArrowUpRight, Pencil } from 'lucide-react'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { calendarDate } from '../../../format/date-time.tsx'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { AttributeButton } from './attribute-button.tsx'
import { AttributeError } from './attribute-error.tsx'
import type { AttributeFieldProps } from './attribute-field-props.ts'

/** A text, number, date or link that is edited in place. Enter and blur save, Escape reverts. */
export function AttributeText({ attribute, value, save, editRequest, readOnly }: AttributeFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** Removing the input blurs it too; that must not save what Escape has reverted. */
  const isOpen = useRef(false)
  const [restoreFocus, setRestoreFocus] = useState(false)

  const edit = (text: string) => {
    isOpen.current = true
    setDraft(text)
  }
  const close = (byKeyboard: boolean) => {
    isOpen.current = false
    setDraft(null)
    setRefusal(null)
    setRestoreFocus(byKeyboard)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new edit request may open the editor
  useEffect(() => {
    if (editRequest) edit(String(value ?? ''))
  }, [editRequest])
  useEffect(() => {
    if (!restoreFocus || draft !== null) return
    button.current?.focus()
    setRestoreFocus(false)
  }, [restoreFocus, draft])

  const submit = (field: HTMLInputElement, byKey: boolean) => {
    if (!isOpen.current) return
    // A half-typed date reads as empty; it must not clear the value.
    const parsed = parseAttributeValue(attribute, field.validity.badInput ? field.value || '?' : field.value)
    if ('refusal' in parsed) return setRefusal(parsed.refusal)
    const text = field.value
    close(byKey)
    if (parsed.value === value) return
    void save(parsed.value).then((reason) => {
      if (reason === null) return
      edit(text)
      setRefusal(reason)
    })
  }

  if (draft === null)
    return (
      <AttributeDisplay
        ref={button}
        attribute={attribute}
        value={value}
        readOnly={readOnly}
        onEdit={() => edit(String(value ?? ''))}
      />
    )
  return (
    <AttributeEditor
      attribute={attribute}
      initial={draft}
      refusal={refusal}
      onSubmit={submit}
      onCancel={() => close(true)}
    />
  )
}

function AttributeEditor({
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
          // biome-ignore lint/a11y/noAutofocus: opened by key or click
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
            // During IME composition, Enter picks a candidate.
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault()
              onSubmit(event.currentTarget, true)
            }
            if (event.key === 'Escape') {
              // Only closes the innermost layer.
              event.preventDefault()
              event.stopPropagation()
              onCancel()
            }
          }}
          className="h-full w-full min-w-0 bg-transparent outline-none pointer-coarse:text-lg"
        />
      </div>
      <AttributeError id={id} text={refusal} />
    </div>
  )
}

function AttributeDisplay({
  attribute: { name, data_type },
  value,
  readOnly,
  onEdit,
  ref,
}: {
  attribute: CustomAttribute
  value: AttributeFieldProps['value']
  readOnly: boolean
  onEdit: () => void
  ref: Ref<HTMLButtonElement>
}) {
  const { t } = useTranslation()
  const text = value === null ? null : String(value)
  // Other schemes could run scripts in our page.
  if (text !== null && data_type === 'link' && isHttpUrl(text))
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
          disabled={readOnly}
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
    <AttributeButton ref={ref} name={name} disabled={readOnly} onClick={onEdit}>
      {text !== null && data_type === 'date' ? calendarDate(text) : text}
    </AttributeButton>
  )
}
