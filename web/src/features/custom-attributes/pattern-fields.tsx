import { tryCustomAttribute } from '@parley/contract/custom-attribute-writes'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField, useValue } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { useSettled } from '../../lib/use-settled.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { AttributeFields } from './attribute-fields.ts'

/** The pattern that values must match, what is said to whoever types another one, and a place to try both. */
export function PatternFields({ of }: { of: EntityForm<AttributeFields> }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        of={of}
        name="regex"
        label={t('custom_attributes.regex')}
        help={t('custom_attributes.regex.help')}
        placeholder="^[A-Z]{2}-\d{4}$"
      />
      <TextField
        of={of}
        name="regex_hint"
        label={t('custom_attributes.regex_hint')}
        help={t('custom_attributes.regex_hint.help')}
        placeholder={t('custom_attributes.regex_hint.placeholder')}
      />
      <TryField of={of} />
    </>
  )
}

/** Asked of the server, whose engine judges what agents type: the browser's knows more, and less. */
function TryField({ of }: { of: EntityForm<AttributeFields> }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [name, data_type] = [useValue(of, 'name'), useValue(of, 'data_type')]
  const [regex, regex_hint] = [useValue(of, 'regex'), useValue(of, 'regex_hint')]
  const asked = useSettled(JSON.stringify({ name, data_type, values: [], regex, regex_hint, text }))
  const query = useQuery({
    queryKey: [...keys.custom_attributes, 'try', asked],
    queryFn: ({ signal }) => call(tryCustomAttribute, { signal, body: JSON.parse(asked) }),
    enabled: text.trim() !== '' && JSON.parse(asked).text.trim() !== '',
    placeholderData: keepPreviousData,
    networkMode: 'always',
    retry: false,
    gcTime: 10_000,
  })
  const refusal = query.error?.message ?? query.data?.refusal
  return (
    <div>
      <Field
        label={t('custom_attributes.try')}
        help={text.trim() === '' ? t('custom_attributes.try.help') : undefined}
      >
        <Input autoComplete="off" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <p role="status" className="text-xs not-empty:mt-1.5">
        {text.trim() !== '' && (query.data || query.error) && (
          <span
            className={refusal ? 'flex items-start gap-1.5 text-bad' : 'flex items-start gap-1.5 text-good'}
          >
            {refusal ? (
              <CircleAlert size={14} aria-hidden className="mt-px shrink-0" />
            ) : (
              <CircleCheck size={14} aria-hidden className="mt-px shrink-0" />
            )}
            {refusal ?? t('custom_attributes.try.accepted')}
          </span>
        )}
      </p>
    </div>
  )
}
