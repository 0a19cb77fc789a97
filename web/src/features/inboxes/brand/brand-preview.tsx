import { InboxBrand, previewInboxBrand } from '@parley/contract/inboxes/inbox-brand'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { EmailPreview } from '../../../admin/email-preview.tsx'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import type { EntityForm } from '../../../forms/use-entity-form.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { type InboxFields, toBrand } from '../inbox-fields.ts'

/** A reply with the brand in the form. What isn't valid yet is left out. */
export function BrandPreview({ form }: { form: EntityForm<InboxFields> }) {
  const fields = useWatch({ control: form.methods.control }) as InboxFields // all fields have values
  const source = useDebounced(
    JSON.stringify({
      ...keepValid(toBrand(fields)),
      inbox_name: fields.name.slice(0, 140),
      inbox_email: fields.address.slice(0, 320),
      signature: fields.signature.slice(0, 5000),
    }),
  )
  const query = useQuery({
    queryKey: [...queryKeys.templates, 'brand', source],
    queryFn: ({ signal }) => call(previewInboxBrand, { signal, body: JSON.parse(source) }),
    placeholderData: keepPreviousData,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 10_000,
  })
  return <EmailPreview query={query} isReply />
}

type Brand = ReturnType<typeof toBrand>
const empty: Brand = {
  template_id: null,
  brand_name: '',
  brand_logo_url: '',
  brand_color: '',
  brand_footer: '',
}

const keepValid = (brand: Brand): Brand => ({
  ...empty,
  ...Object.fromEntries(
    Object.entries(InboxBrand.shape).flatMap(([name, schema]) => {
      const value = brand[name as keyof Brand]
      return schema.safeParse(value).success ? [[name, value]] : []
    }),
  ),
})
