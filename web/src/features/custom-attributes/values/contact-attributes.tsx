import { setContactAttribute } from '@parley/contract/custom-attributes/attribute-values'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { showFailure } from '../../../lib/toast.ts'
import { may } from '../../../session/permissions.ts'
import { customAttributesQuery } from '../../../session/queries.ts'
import { useMe } from '../../../session/use-me.ts'
import { AttributeList } from './attribute-list.tsx'
import { findRefusal, type SaveAttribute } from './use-save-attribute.ts'

/** A contact's custom attributes, on the contact page. */
export function ContactAttributes({ id, values }: { id: number; values: Record<string, unknown> }) {
  const { t } = useTranslation()
  const me = useMe()
  const cache = useQueryClient()
  const attributes = (useQuery(customAttributesQuery).data ?? []).filter(
    (attribute) => attribute.applies_to === 'contact',
  )
  const save: SaveAttribute = async (attribute, value) => {
    try {
      await call(setContactAttribute, { params: { id: String(id), key: attribute.key }, body: { value } })
      await cache.invalidateQueries({ queryKey: queryKeys.contact(id) })
      return null
    } catch (error) {
      const refusal = findRefusal(error)
      if (refusal === null) showFailure(error, () => void save(attribute, value))
      return refusal
    }
  }
  if (attributes.length === 0) return null
  return (
    <section aria-label={t('attributes.contact')} className="pt-6">
      <h2 className="mb-1 text-md font-semibold">{t('attributes.title')}</h2>
      <AttributeList
        key={id}
        attributes={attributes}
        values={values}
        save={save}
        editRequest={null}
        readOnly={!may(me, 'contacts:write')}
      />
    </section>
  )
}
