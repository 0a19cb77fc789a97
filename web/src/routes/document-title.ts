import { useQuery } from '@tanstack/react-query'
import { useMatches, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../lib/store.ts'
import { configQuery } from '../session/queries.ts'
import { unreadNotifications } from '../session/unread-notifications.ts'
import { useInboxTitle } from './inbox/use-inbox-title.ts'

/** "(3) My inbox - Acme": unread notifications, page and site name, updated on every navigation. */
export function DocumentTitle() {
  const { t } = useTranslation()
  const key = useMatches({
    select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  const inbox = useInboxTitle(useParams({ strict: false }))
  const page = key ? t(key) : inbox
  // An empty site name means that none is set (docs/spec/product-decisions.md#site-name).
  const site = useQuery(configQuery).data?.['app.site_name'] || 'Parley'
  const unread = useStore(unreadNotifications)

  // The document's title is outside React.
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${page ? `${page} - ${site}` : site}`
  }, [page, site, unread])
  return null
}
