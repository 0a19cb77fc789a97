import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { templateValues } from '../../macros/template-values.ts'
import { useMe } from '../../session/use-me.ts'

/** Template values for a preview without a conversation: the real agent and workspace, and sample data for the rest. */
export function useSampleValues(): TemplateValues {
  const { t } = useTranslation()
  const me = useMe()
  const cache = useQueryClient()
  return {
    ...templateValues(cache, me, null),
    contact: {
      first_name: t('macros.sample.first_name'),
      last_name: t('macros.sample.last_name'),
      email: 'sam@example.com',
    },
    conversation: { reference_number: '1024', subject: t('macros.sample.subject') },
  }
}
