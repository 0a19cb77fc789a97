import { Cloud, Forward, Mail, Server, Zap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useField } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { type InboxFields, type Preset, presetNames } from './inbox-fields.ts'
import { presets } from './presets.ts'

const presetTexts = {
  gmail: { label: 'inboxes.preset.gmail', help: 'inboxes.preset.gmail.help', icon: Mail },
  microsoft: { label: 'inboxes.preset.microsoft', help: 'inboxes.preset.microsoft.help', icon: Cloud },
  fastmail: { label: 'inboxes.preset.fastmail', help: 'inboxes.preset.fastmail.help', icon: Zap },
  generic: { label: 'inboxes.preset.generic', help: 'inboxes.preset.generic.help', icon: Server },
  forward: { label: 'inboxes.preset.forward', help: 'inboxes.preset.forward.help', icon: Forward },
} as const satisfies Record<Preset, object>

/** Asks where the email is hosted and prefills the server settings. */
export function PresetField({ form }: { form: EntityForm<InboxFields> }) {
  const { t } = useTranslation()
  const { field, error } = useField({ form, name: 'preset' })
  const applyPreset = (preset: Preset) => {
    field.onChange(preset)
    for (const [name, value] of Object.entries(presets[preset]))
      form.methods.setValue(name as keyof InboxFields, value, { shouldDirty: true }) // a preset's keys are the form's
    form.methods.clearErrors()
  }
  return (
    <div
      role="radiogroup"
      aria-label={t('inboxes.preset')}
      aria-invalid={error ? true : undefined}
      tabIndex={-1}
      className="grid gap-2 outline-none md:grid-cols-2"
    >
      {presetNames.map((preset) => {
        const { label, help, icon: Icon } = presetTexts[preset]
        return (
          <label
            key={preset}
            className="flex cursor-pointer items-start gap-3 rounded-lg border px-3.5 py-3 transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-subtle has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={field.name}
              value={preset}
              checked={field.value === preset}
              onChange={() => applyPreset(preset)}
              className="sr-only"
            />
            <Icon size={18} aria-hidden className="mt-0.5 shrink-0 text-ink-2" />
            <span className="min-w-0">
              <span className="block font-medium">{t(label)}</span>
              <span className="block text-xs text-ink-2">{t(help)}</span>
            </span>
          </label>
        )
      })}
      {error && (
        <p role="alert" className="text-xs text-bad md:col-span-2">
          {error}
        </p>
      )}
    </div>
  )
}
