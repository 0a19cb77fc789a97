import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { usePaletteSource } from '../../commands/palette/palette-sources.ts'

/** Whatever was typed into the palette can be searched for. Loads with the palette, like its other sources. */
export function SearchSource() {
  const router = useRouter()
  usePaletteSource(
    (typed) =>
      typed === ''
        ? []
        : [
            {
              id: 'search.for',
              label: 'palette.search_for',
              labelValues: { text: typed },
              group: 'command.search',
              icon: Search,
              run: () => void router.navigate({ to: '/inboxes/search', search: { q: typed } }),
            },
          ],
    // Conversations that are known come first: Enter should open them.
    { last: true },
  )
  return null
}
