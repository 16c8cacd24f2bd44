package graphic

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// TestARoundedRectangleFollowsItsRectangle changes rectangles as widgets do, and looks at what the renderer gives the
// window.
func TestARoundedRectangleFollowsItsRectangle(t *testing.T) {
	test.NewTempApp(t)
	theme.Apply(fyne.CurrentApp(), theme.Look{})
	t.Cleanup(draw.DrawWithShaders())
	p := NewFrame(theme.Card, theme.Line, theme.Radius)
	p.Resize(fyne.NewSize(100, 50))
	drawn := func() []fyne.CanvasObject { return test.WidgetRenderer(p).Objects() }
	first := drawn()
	if len(first) != 1 || first[0].Size() != p.Size() {
		t.Fatalf("a small frame is drawn as %v", first)
	}
	if again := drawn(); &again[0] != &first[0] {
		t.Error("the same frame is made anew for each painting")
	}
	p.SetFill(theme.Primary, theme.Primary)
	if s := drawn()[0].(*canvas.Shader); s.Uniforms["fb"] != float32(theme.Primary.NRGBA().B)/255 {
		t.Errorf("a new fill is drawn as %v", s.Uniforms)
	}
	p.Resize(fyne.NewSize(400, 300))
	if n := len(drawn()); n != 5 {
		t.Errorf("a large frame is drawn in %d parts", n)
	}
	p.SetFill(theme.Transparent, theme.Transparent)
	if n := len(drawn()); n != 0 {
		t.Errorf("a frame without colours is drawn in %d parts", n)
	}
}
