import './app/startup.ts'
// Before what the parts have of their own, which goes over it.
import './app/styles.css'
import { createRoot } from 'react-dom/client'
import { ConsoleApp } from './app/app.tsx'
import { loadScreen } from './app/router.tsx'
import { fontsLoaded } from './app/startup.ts'
import { followConsole } from './session/console-state.ts'

await Promise.all([followConsole().then(loadScreen), fontsLoaded()])

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the console.')
createRoot(root).render(<ConsoleApp />)
