import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { usePaletteSource } from '../../commands/palette/palette-sources.ts'

/** Searches for whatever was typed into the palette. Loads with the palette, like its other sources. */
export function SearchSource() {
  const router = useRouter()
  usePaletteSource(
    (query) =>
      query === ''
        ? []
        : [
            {
              id: 'search.for',
              label: 'palette.search_for',
              labelValues: { text: query },
              group: 'command.search',
              icon: Search,
              run: () => void router.navigate({ to: '/inboxes/search', search: { q: query } }),
            },
          ],
    // Below the known conversations, which Enter should open first.
    { last: true },
  )
  return null
}
