// Part of the package, so that digits and addresses look the same on every machine.
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
