package pay

// CodeDigits is how many digits a one-time code has.
const CodeDigits = 6
