package draw

// The shaders of rounded rectangles, in the dialects of OpenGL and of OpenGL ES. The toolkit gives the size of the
// frame and the bounds of the object in pixels, and all other lengths are pixels too; colours are parts of one.
var (
	bodyShader, bodyShaderES                         = dialects(bodySource)
	roundedRectangleShader, roundedRectangleShaderES = dialects(roundedRectangleSource)
)

func dialects(source string) (desktop, es []byte) {
	return []byte("#version 110\n" + source), []byte(`#version 100
#ifdef GL_ES
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif
#endif
` + source)
}

const bodySource = `
uniform float fr, fg, fb, fa;

void main() {
	gl_FragColor = vec4(fr, fg, fb, fa);
}
`

// roundedRectangleSource draws the part of a rounded rectangle within the bounds: before, above, after and below are
// how far the rounded rectangle goes on beyond them. away is the distance from the rounded rectangle's outline, less
// than nothing inside.
const roundedRectangleSource = `
uniform vec2 frame;
uniform vec4 bounds;
uniform float before, above, after, below;
uniform float radius, stroke;
uniform float fr, fg, fb, fa;
uniform float lr, lg, lb, la;

void main() {
	vec2 at = vec2(gl_FragCoord.x, frame.y - gl_FragCoord.y);
	vec2 inside = min(at - bounds.xy + vec2(before, above), bounds.zw - at + vec2(after, below));
	vec2 corner = radius - inside;
	float away = length(max(corner, 0.0)) + min(max(corner.x, corner.y), 0.0) - radius;
	float line = clamp(away + stroke + 0.5, 0.0, 1.0);
	vec4 c = mix(vec4(fr, fg, fb, fa), vec4(lr, lg, lb, la), line);
	gl_FragColor = vec4(c.rgb, c.a * clamp(0.5 - away, 0.0, 1.0));
}
`
