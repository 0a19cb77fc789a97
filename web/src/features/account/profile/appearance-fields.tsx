import { type Agent, themes } from '@parley/contract/agents/agent'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { languagesQuery } from '../../../session/queries.ts'
import { usePreferences } from '../../../session/use-preferences.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'

/** The base library's select reserves "" for no value. */
const WORKSPACE = 'workspace'

/** Theme and language. Changes apply immediately, in all browsers of the agent. */
export function AppearanceFields({ me }: { me: Agent }) {
  const { t } = useTranslation()
  const preferences = usePreferences()
  const languages = useQuery(languagesQuery).data ?? []
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Field label={t('account.theme')}>
        <Select
          options={themes.map((value) => ({ value, label: t(`account.theme.${value}`) }))}
          value={me.theme ?? 'system'}
          onValueChange={(theme) => preferences.mutate({ theme })}
        />
      </Field>
      <Field label={t('account.language')}>
        <Select
          options={[
            { value: WORKSPACE, label: t('account.language.workspace') },
            ...languages.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          value={me.language || WORKSPACE}
          onValueChange={(code) => preferences.mutate({ language: code === WORKSPACE ? '' : code })}
        />
      </Field>
    </div>
  )
}
