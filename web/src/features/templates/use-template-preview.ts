import { previewTemplate } from '@parley/contract/templates/templates'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import type { TemplateFields } from './template-fields.ts'
import { readDesignField, withValidBlocks } from './visual/design-draft.ts'

/** A debounced preview of a template with a real conversation. */
export function useTemplatePreview({
  type = 'email_outgoing',
  name,
  body,
  subject = null,
  design,
}: Pick<TemplateFields, 'type' | 'name' | 'body' | 'subject' | 'design'>) {
  const draft = readDesignField(design)
  const source = useDebounced(
    JSON.stringify({ type, name, body, subject, design: draft && withValidBlocks(draft) }),
  )
  return useQuery({
    queryKey: [...queryKeys.templates, 'preview', source],
    queryFn: ({ signal }) => call(previewTemplate, { signal, body: JSON.parse(source) }),
    placeholderData: keepPreviousData,
    networkMode: 'always',
    // Conversations change.
    staleTime: 0,
    gcTime: 10_000,
  })
}
