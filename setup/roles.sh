# The roles of this node (PLATEN_ROLES, from the environment or the service's settings file), and their requirements.

# does ROLE: ROLE is api or worker; without a setting, a node has both.
does() {
  case ,$roles, in ,, | *,"$1",*) ;; *) return 1 ;; esac
}

# One line of the file is understood here: PLATEN_ROLES=api, with or without quotes. The service checks the value.
roles_of_file() {
  sed -n 's/^ *\(export  *\)\{0,1\}PLATEN_ROLES *= *\([^#]*\).*/\2/p' "${PLATEN_ENV_FILE:-.env}" 2> /dev/null | tail -n 1
}

roles=$(printf '%s' "${PLATEN_ROLES:-$(roles_of_file)}" | tr -d "\"' ")
