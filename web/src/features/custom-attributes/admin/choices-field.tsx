import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useField } from '../../../forms/fields/fields.tsx'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import type { AttributeFields } from './attribute-fields.ts'
import { InlineError } from './inline-error.tsx'

/**
 * The choices of a list attribute. Enter adds the next one, Alt with an arrow key moves one, pasting several lines adds
 * one per line.
 */
export function ChoicesField({ form }: { form: EntityForm<AttributeFields> }) {
  const { t } = useTranslation()
  const { field, error } = useField({ form, name: 'values' })
  const choiceErrors = useChoiceErrors(form)
  const choices = (field.value ?? []) as string[] // the field's own type
  const list = useRef<HTMLOListElement>(null)
  const focusIndex = useRef<number | null>(null)
  // Moves the focus after render.
  useEffect(() => {
    if (focusIndex.current === null) return
    list.current?.querySelectorAll('input')[focusIndex.current]?.focus()
    focusIndex.current = null
  })
  const change = (next: string[], focus?: number) => {
    focusIndex.current = focus ?? null
    field.onChange(next)
  }
  const insert = (at: number, added: string[]) =>
    change(choices.toSpliced(at, 0, ...added), at + added.length - 1)
  const move = (from: number, to: number) => {
    const choice = choices[from]
    if (choice === undefined || to < 0 || to >= choices.length) return
    change(choices.toSpliced(from, 1).toSpliced(to, 0, choice), to)
  }
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) insert(at + 1, [''])
    else if (event.altKey && event.key === 'ArrowUp') move(at, at - 1)
    else if (event.altKey && event.key === 'ArrowDown') move(at, at + 1)
    else if (event.key === 'Backspace' && choices[at] === '') remove(at)
    else return
    event.preventDefault()
  }
  const remove = (at: number) =>
    change(choices.toSpliced(at, 1), choices.length > 1 ? Math.max(0, at - 1) : undefined)
  const onPaste = (event: ClipboardEvent, at: number) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean)
    if (lines.length < 2) return
    event.preventDefault()
    change(choices.toSpliced(at, choices[at] === '' ? 1 : 0, ...lines), at + lines.length - 1)
  }
  return (
    <fieldset data-invalid={error ? '' : undefined}>
      <legend className="mb-1 font-medium">{t('custom_attributes.choices')}</legend>
      <ol ref={list} className="grid gap-1.5">
        {choices.map((choice, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a choice has no identity besides its index and its text
          <li key={index}>
            <div className="flex items-center gap-1">
              <Input
                aria-label={t('custom_attributes.choice', { number: index + 1 })}
                aria-invalid={choiceErrors[index] !== undefined}
                value={choice}
                onChange={(event) => change(choices.with(index, event.target.value))}
                onKeyDown={(event) => onKeyDown(event, index)}
                onPaste={(event) => onPaste(event, index)}
                onBlur={field.onBlur}
              />
              <IconButton
                label={t('custom_attributes.choice.up', { number: index + 1 })}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp size={16} aria-hidden />
              </IconButton>
              <IconButton
                label={t('custom_attributes.choice.down', { number: index + 1 })}
                disabled={index === choices.length - 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown size={16} aria-hidden />
              </IconButton>
              <IconButton
                label={t('custom_attributes.choice.remove', { number: index + 1 })}
                onClick={() => remove(index)}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </div>
            {choiceErrors[index] && <InlineError>{choiceErrors[index]}</InlineError>}
          </li>
        ))}
      </ol>
      <Button type="button" className="mt-2" onClick={() => insert(choices.length, [''])}>
        <Plus size={14} aria-hidden />
        {t('custom_attributes.choice.add')}
      </Button>
      {error ? (
        <InlineError>{error}</InlineError>
      ) : (
        <p className="mt-1.5 text-xs text-ink-3">{t('custom_attributes.choices.help')}</p>
      )}
    </fieldset>
  )
}

/** The error of each choice. */
function useChoiceErrors(form: EntityForm<AttributeFields>): (string | undefined)[] {
  // Reads react-hook-form's state, which is mutated in place.
  'use no memo'
  const { errors } = useFormState({ control: form.methods.control, name: 'values' })
  const entries: unknown = errors.values
  if (!Array.isArray(entries)) return []
  return Array.from(entries, (entry: { message?: string } | undefined) => entry?.message) // an entry's own FieldError
}
