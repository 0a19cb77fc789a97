import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { templateValues } from '../../macros/template-values.ts'
import { useMe } from '../../session/use-me.ts'

/** What a template is filled in with where no conversation is open: the reader and the workspace as they are, the rest as a sample. */
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
