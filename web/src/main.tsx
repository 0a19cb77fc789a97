import './styles/main.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { start } from './start.ts'

start()
  .then(({ queryClient, router }) => {
    const place = document.getElementById('root')
    if (!place) throw new Error('The page has no #root to draw in')
    createRoot(place).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    )
  })
  .catch((error) => console.error('Error initializing app', error))
