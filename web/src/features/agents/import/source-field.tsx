import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../../forms/fields/fields.tsx'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import { decodeFile } from './decode-file.ts'
import type { ImportFields } from './import-fields.ts'

const EXAMPLE = 'first_name,last_name,email,roles,teams\nMaria,Lopez,maria@example.com,Agent,Billing'

/** The CSV text: pasted or read from a file, and editable. */
export function SourceField({
  form,
  serverError,
}: {
  form: EntityForm<ImportFields>
  /** The server's error about the text as a whole. */
  serverError: string | undefined
}) {
  const { t } = useTranslation()
  const { field, error } = useField({ form, name: 'csv' })
  const fileInput = useRef<HTMLInputElement>(null)
  const [fileError, setFileError] = useState<string>()
  const csv = String(field.value ?? '')
  const change = (text: string) => {
    setFileError(undefined)
    // A chosen column mapping belongs to its header row.
    if (text.split('\n', 1)[0] !== csv.split('\n', 1)[0]) form.methods.setValue('columns', null)
    field.onChange(text)
  }
  const readFile = async (file: File | undefined) => {
    if (!file) return
    const decoded = decodeFile(new Uint8Array(await file.arrayBuffer()))
    if ('text' in decoded) change(decoded.text)
    else setFileError(t(`agents.import.unread.${decoded.refusal}`))
  }
  return (
    <div className="relative">
      <Field
        label={t('agents.import.source')}
        help={t('agents.import.source.help')}
        error={fileError ?? serverError ?? error}
      >
        <Textarea
          {...field}
          value={csv}
          onChange={(event) => change(event.target.value)}
          placeholder={EXAMPLE}
          spellCheck={false}
          className="max-h-60 font-mono text-xs whitespace-pre"
        />
      </Field>
      {/* Outside the field: on an error the text field gets the focus, not the button. */}
      <div className="absolute -top-2 right-0">
        <Button size="sm" onClick={() => fileInput.current?.click()}>
          <FileUp size={14} aria-hidden />
          {t('agents.import.choose')}
        </Button>
      </div>
      <input
        ref={fileInput}
        type="file"
        hidden
        aria-label={t('agents.import.choose')}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={(event) => {
          void readFile(event.target.files?.[0])
          // Allows choosing the same file again after it was corrected.
          event.target.value = ''
        }}
      />
    </div>
  )
}
