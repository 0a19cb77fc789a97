import { useQuery } from '@tanstack/react-query'
import { useMatches, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { configQuery } from '../session/queries.ts'
import { useInboxTitle } from './inbox/use-inbox-title.ts'

/** "My inbox - Acme": page and site name, updated on every navigation. */
export function useDocumentTitle() {
  const { t } = useTranslation()
  const key = useMatches().findLast((match) => match.staticData.title)?.staticData.title
  const inbox = useInboxTitle(useParams({ strict: false }))
  const page = key ? t(key) : inbox
  // An empty site name means that none is set (docs/spec/product-decisions.md#site-name).
  const site = useQuery(configQuery).data?.['app.site_name'] || 'Parley'

  // The document's title is outside React.
  useEffect(() => {
    document.title = page ? `${page} - ${site}` : site
  }, [page, site])
}
